show frameworks/torch/before
