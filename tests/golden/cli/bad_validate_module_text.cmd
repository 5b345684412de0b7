validate dumps/module_text.txt dumps/module_text_short.txt inputs/unknown_item.txt
