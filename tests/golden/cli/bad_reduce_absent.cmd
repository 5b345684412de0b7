reduce dumps/d18.txt --finding total_sum
