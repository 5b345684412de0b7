parser --target c --start stack_trace --era D16
