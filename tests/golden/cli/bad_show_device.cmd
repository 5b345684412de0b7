show --device v99 dumps/d17.txt
