diff frameworks/torch/before frameworks/torch/after
