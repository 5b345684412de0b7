show --space 1 modules/module_0003.jit_split.cpu_after_optimizations-buffer-assignment.txt
