"""Estonian dates and times that Django's own Estonian leaves in English."""

DATE_FORMAT = "j. F Y"
TIME_FORMAT = "G:i"
DATETIME_FORMAT = "j. F Y, G:i"
YEAR_MONTH_FORMAT = "F Y"
MONTH_DAY_FORMAT = "j. F"
SHORT_DATE_FORMAT = "d.m.Y"
SHORT_DATETIME_FORMAT = "d.m.Y G:i"
FIRST_DAY_OF_WEEK = 1
NUMBER_GROUPING = 3
