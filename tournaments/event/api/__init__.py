"""Events over the API."""
