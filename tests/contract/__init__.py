"""The contract of the API: the schema that was released, which the present one must not break."""
