"""The compiler: it calls the function that was lowered."""

import types


def get_compile_options(**given):
    return types.SimpleNamespace(executable_build_options=types.SimpleNamespace(), **given)


def backend_compile_and_load(client, module, devices, options, callbacks):
    import jax

    function, args, jax.donated = module
    jax.target = client
    figures = function(*args)
    return types.SimpleNamespace(get_compiled_memory_stats=lambda: figures, cost_analysis=lambda: {"flops": 12.0})
