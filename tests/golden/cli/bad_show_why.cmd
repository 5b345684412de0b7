show --why nobody dumps/d17.txt
