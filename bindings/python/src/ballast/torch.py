"""Names for the parameters of PyTorch/XLA graphs, whose dumps call each one `xla__device_data`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ballast.errors import BallastError, needed

FILE = "ballast.names.json"
"""The file beside the dumps, which `ballast show`, `diff` and `report` read."""


class Names:
    """The names of the tensors that a step reads, recorded before it runs."""

    def __init__(self, model: Any, optimizer: Any = None, **tensors: Any) -> None:
        self._xla: Any = needed("torch_xla", "ballast.torch.names()")._XLAC
        self._model, self._optimizer = model, optimizer
        named = [*self._changed(), *((name, tensor) for name, tensor in tensors.items() if self._is_on_device(tensor))]
        self._before = {self._xla._xla_get_tensor_id(tensor): name for name, tensor in named}

    @staticmethod
    def _is_on_device(tensor: Any) -> bool:
        torch: Any = needed("torch", "ballast.torch.names()")
        return bool(torch.is_tensor(tensor) and tensor.device.type == "xla")

    def _changed(self) -> Iterator[tuple[str, Any]]:
        """What a step can change: parameters, gradients, buffers and the optimizer's state."""
        state = getattr(self._optimizer, "state", {})
        for name, parameter in self._model.named_parameters():
            if self._is_on_device(parameter):
                yield name, parameter
            if self._is_on_device(parameter.grad):
                yield f"gradient[{name}]", parameter.grad
            for kind, value in state.get(parameter, {}).items():
                if self._is_on_device(value):
                    yield f"{kind}[{name}]", value
        for name, buffer in self._model.named_buffers():
            if self._is_on_device(buffer):
                yield name, buffer

    def parameters(self, *results: Any) -> list[dict[str, Any]]:
        """The parameters of the graph that the next `torch_xla.sync()` compiles, in their order.

        `results` are what the step computes besides what it changes, such as the loss. Unknown ones are called
        `parameter 3`.
        """
        roots = {self._xla._xla_get_tensor_id(tensor): tensor for _, tensor in self._changed()}
        roots.update((self._xla._xla_get_tensor_id(tensor), tensor) for tensor in results)
        ids, tensors = self._xla._get_tensors_xla_device_data_node([roots[number] for number in sorted(roots)])
        return [
            {"name": self._before.get(number, f"parameter {i}"), "shape": list(tensor.shape)}
            for i, (number, tensor) in enumerate(zip(ids, tensors, strict=True))
        ]

    def write(self, folder: str | os.PathLike[str], *results: Any) -> Path:
        """Adds the names of this step's graph to the file in the folder of the dumps. Call it before
        `torch_xla.sync()`, in a step after the first two: their graphs make the state of the optimizer."""
        path = Path(folder) / FILE
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            found = json.loads(path.read_text()) if path.exists() else {"graphs": []}
            graphs = found["graphs"]
        except (ValueError, KeyError, TypeError):
            raise BallastError(f"{path} is not a file of names: remove it") from None
        graph = {"parameters": self.parameters(*results)}
        found["graphs"] = [*(each for each in graphs if each != graph), graph]
        path.write_text(json.dumps(found))
        return path


def names(model: Any, optimizer: Any = None, **tensors: Any) -> Names:
    """Records the names of a model's parameters and buffers, of the optimizer's state, and of other tensors, such as
    the batch, before a step. Afterwards, and before `torch_xla.sync()`, `write` saves them for the graph of the step.
    """
    return Names(model, optimizer, **tensors)
