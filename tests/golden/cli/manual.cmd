manual
