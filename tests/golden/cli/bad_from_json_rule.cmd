print --from-json inputs/bad_class.json
