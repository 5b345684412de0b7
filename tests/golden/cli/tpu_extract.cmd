extract logs/tpu.log
