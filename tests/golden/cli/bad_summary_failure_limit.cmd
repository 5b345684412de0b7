summary --limit 16GiB train/oom.log
