show --device v5e --limit 16G dumps/d17.txt
