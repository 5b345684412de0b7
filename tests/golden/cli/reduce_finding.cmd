reduce dumps/unusual_shapes.txt --finding range_end
