diff --format markdown modules/module_0004.jit_step.cpu_after_optimizations-buffer-assignment.txt later/module_0014.jit_step.cpu_after_optimizations-buffer-assignment.txt
