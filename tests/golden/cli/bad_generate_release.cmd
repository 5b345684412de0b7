generate --era jaxlib-0.5.2
