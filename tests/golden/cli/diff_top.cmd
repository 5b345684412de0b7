diff --top 1 --space 1 --width 60 --plain modules/module_0003.jit_split.cpu_after_optimizations-buffer-assignment.txt later/module_0014.jit_step.cpu_after_optimizations-buffer-assignment.txt
