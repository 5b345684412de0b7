extract --quiet --validate logs/glog.log
