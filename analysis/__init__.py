"""Analysis of finished matches by a neural-network engine: equities, errors, PR and luck. Stands above games."""
