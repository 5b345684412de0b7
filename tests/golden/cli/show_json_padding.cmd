show --format json dumps/unusual_shapes.txt
