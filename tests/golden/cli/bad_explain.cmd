explain nonsense
