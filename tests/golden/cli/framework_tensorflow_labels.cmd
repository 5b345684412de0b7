show --by scope frameworks/tensorflow
