reduce modules/module_0004.jit_step.cpu_after_optimizations-live-range.txt --while true
