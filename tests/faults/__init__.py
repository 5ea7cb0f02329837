"""What happens when something under the site fails: the database, its disk, its network, the cache."""
