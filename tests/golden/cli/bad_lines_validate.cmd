validate --rule shape inputs/shapes.lines
