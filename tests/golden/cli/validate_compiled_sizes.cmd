validate dumps/message_sizes.txt modules/module_0004.jit_step.cpu_after_optimizations-buffer-assignment.txt
