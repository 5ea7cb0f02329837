"""Everything that is printed: plain values in, pages out. It asks the database nothing and knows no request.

`ink` are the marks on a page, `brackets`, `grids`, `tables`, `slips` and `match_sheets` lay them out, `pdf` alone
knows the library that writes the file.
"""
