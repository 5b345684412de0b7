validate --strict --rule shape inputs/shapes.lines
