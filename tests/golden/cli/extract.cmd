extract logs/glog.log logs/issue.log
