parser --target cobol
