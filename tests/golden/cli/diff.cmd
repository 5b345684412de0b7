diff modules/module_0001.jit_step.cpu_after_optimizations-buffer-assignment.txt dumps/d17.txt
