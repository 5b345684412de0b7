show modules/module_0003*
