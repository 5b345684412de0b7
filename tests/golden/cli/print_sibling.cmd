print --part live-range modules/module_0003*
