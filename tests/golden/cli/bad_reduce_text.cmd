reduce dumps/module_text.txt --while true
