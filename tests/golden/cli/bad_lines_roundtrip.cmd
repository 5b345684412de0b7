roundtrip --rule shape inputs/shapes.lines
