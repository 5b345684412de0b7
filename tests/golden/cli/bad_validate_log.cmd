validate logs/bad_container.log
