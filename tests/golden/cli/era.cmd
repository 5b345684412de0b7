era dumps/d4.txt dumps/d6.txt dumps/d1_prime.txt dumps/d13.txt dumps/d17.txt dumps/d23_live_range.txt
