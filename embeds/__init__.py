"""Parts of tournaments inside the pages of other sites, and feeds of results. It stores nothing. Above tournaments."""
