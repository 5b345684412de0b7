show --top 1 modules/module_0001.jit_step.cpu_after_optimizations-buffer-assignment.txt modules/module_0002.jit_long.cpu_after_optimizations-buffer-assignment.txt
