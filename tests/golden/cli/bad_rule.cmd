validate --rule nonsense inputs/shapes.lines
