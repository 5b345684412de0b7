extract tests_none.log dumps/framed_values.txt
