era modules/module_0003*
