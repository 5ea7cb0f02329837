"""What a running site tells its operator: logs, figures, errors, health."""
