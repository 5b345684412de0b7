reduce dumps/d18.txt --finding attribute_order
