show tpu/0.0.40-v5e-temp_conv.txt
