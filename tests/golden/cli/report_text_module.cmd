report-text modules/module_0003*
