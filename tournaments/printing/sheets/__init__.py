"""Everything that is printed: plain values in, pages out. It queries no database and knows no request.

`primitives` are the marks on a page, `brackets`, `grids`, `tables`, `slips` and `match_sheets` lay them out, and only
`pdf` knows the library that writes the file.
"""
