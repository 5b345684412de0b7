show frameworks/tensorflow
