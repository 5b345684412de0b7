show --why p.1{0} modules/module_0004.jit_step.cpu_after_optimizations-buffer-assignment.txt
