roundtrip modules
