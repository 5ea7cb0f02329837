"""What programs of others read without a token: parts of tournaments in frames, feeds of results, calendars. Above tournaments."""
