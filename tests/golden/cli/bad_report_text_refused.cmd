report-text inputs/bad_order.txt
