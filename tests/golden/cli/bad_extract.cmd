extract --validate logs/bad_container.log dumps/d16.txt
