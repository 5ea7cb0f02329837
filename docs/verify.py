"""Check a Barpoint match's dice: python3 verify.py certificate.json. Exit code 0: verified, 1: wrong, 2: nothing to verify (yet)."""

import hashlib, hmac, json, sys

def sha256(text): return hashlib.sha256(text.encode()).hexdigest()

def roll(seed, text, k=0, faces=()):
    block = hmac.new(bytes.fromhex(seed), ("%s|%d" % (text, k)).encode(), "sha256").digest()
    faces = [*faces, *(byte % 6 + 1 for byte in block if byte < 252)]
    return faces[:2] if len(faces) > 1 else roll(seed, text, k + 1, faces)

certificate, checks, n = json.load(open(sys.argv[1], encoding="utf-8")), [], 0
for e in certificate["epochs"]:
    name, parts, seed = "%s|%d" % (certificate["match"], e["epoch"]), [e["nonces"][seat] for seat in "AB"], e["seed"]
    if seed:
        checks.append((sha256("barpoint-seed-1|%s|%s" % (name, seed)) == e["commitment"], "commitment " + e["commitment"]))
    for p in parts:
        fits = None not in (p["hash"], p["shown"]) and sha256(p["shown"]) == p["hash"]
        checks.append(((p["status"] == "given") == fits and p["used"] == (p["shown"] if fits else ""), "nonce %r, %s" % (p["used"], p["status"])))
    steps = [[e["seq"]], [p["hash_seq"] for p in parts], [p["shown_seq"] for p in parts], [t["seq"] for t in e["throws"]]]
    steps = [sorted(filter(None, step)) for step in steps if any(step)]
    checks.append((all(a[-1] < b[0] for a, b in zip(steps, steps[1:])), "order: commitment, sealed nonces, nonces, rolls"))
    for t, n in zip(e["throws"], range(n + 1, n + 1 + len(e["throws"]))):
        dice = roll(seed, "barpoint-dice-1|%s|%s|%s|%d" % (name, parts[0]["used"], parts[1]["used"], n)) if seed else "??"
        checks.append((t["n"] == n and (t["dice"] == dice or not seed), "roll %s: %s-%s, computed %s-%s" % (t["n"], *t["dice"], *dice)))
checks.append((n == certificate["throws"] and certificate["format"] == "barpoint-certificate-1", "%d rolls of %d" % (n, certificate["throws"])))
print("\n".join(("" if right else "WRONG: ") + text for right, text in checks))
wrong, sealed = sum(not right for right, _ in checks), not certificate["epochs"] or any(not e["seed"] for e in certificate["epochs"])
sys.exit(print("%d WRONG" % wrong if wrong else "NOTHING TO VERIFY (YET)" if sealed else "VERIFIED") or (1 if wrong else 2 if sealed else 0))
