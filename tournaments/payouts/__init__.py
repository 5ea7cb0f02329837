"""PURE. Fees, pots, pay tables, pools and shares in the smallest unit of a currency; no Django."""
