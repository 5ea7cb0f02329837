"""Check the dice of Barpoint matches: python3 verify.py certificate.json [more.json …]. Exit code 0: verified, 1: wrong, 2: nothing to verify (yet).

Of several certificates it also says whether those that share their dice have the same rolls."""

import hashlib, hmac, json, sys

def sha256(text): return hashlib.sha256(text.encode()).hexdigest()

def roll(seed, text, k=0, faces=()):
    block = hmac.new(bytes.fromhex(seed), ("%s|%d" % (text, k)).encode(), "sha256").digest()
    faces = [*faces, *(byte % 6 + 1 for byte in block if byte < 252)]
    return faces[:2] if len(faces) > 1 else roll(seed, text, k + 1, faces)

def check(certificate, shared_rolls):
    checks, n, match = [], 0, certificate["match"]
    for e in certificate["epochs"]:
        name, parts, seed, shared = "%s|%d" % (match, e["epoch"]), [e["nonces"][seat] for seat in "AB"], e["seed"], e.get("shared")
        sealed = "barpoint-shared-seed-1|%s|%s" % (shared["id"], seed) if shared else "barpoint-seed-1|%s|%s" % (name, seed)
        if seed:
            checks.append((sha256(sealed) == e["commitment"], "commitment " + e["commitment"]))
        for p in parts:
            fits = None not in (p["hash"], p["shown"]) and sha256(p["shown"]) == p["hash"]
            checks.append(((p["status"] == "given") == fits and p["used"] == (p["shown"] if fits else ""), "nonce %r, %s" % (p["used"], p["status"])))
        if shared and e["throws"]:
            rows = sorted(shared["nonces"])
            right = sha256("|".join(["barpoint-mix-1"] + ["|".join(row) for row in rows])) == shared["mix"] and [match] + [p["used"] for p in parts] in rows
            checks.append((right, "mix of the nonces of %d boards" % len(rows)))
        steps = [[e["seq"]], [p["hash_seq"] for p in parts], [p["shown_seq"] for p in parts], [t["seq"] for t in e["throws"]]]
        steps = [sorted(filter(None, step)) for step in steps if any(step)]
        checks.append((all(a[-1] < b[0] for a, b in zip(steps, steps[1:])), "order: commitment, sealed nonces, nonces, rolls"))
        numbers = {}
        for t, n in zip(e["throws"], range(n + 1, n + 1 + len(e["throws"]))):
            text, right = "barpoint-dice-1|%s|%s|%s|%d" % (name, parts[0]["used"], parts[1]["used"], n), t["n"] == n
            if shared:
                numbers[t["game"]] = numbers.get(t["game"], 0) + 1
                text, right = "barpoint-shared-dice-1|%s|%s|%d|%d" % (shared["id"], shared["mix"], t["game"], t["number"]), right and t["number"] == numbers[t["game"]] and t["game"] == len(numbers)
                shared_rolls.setdefault(shared["id"], {}).setdefault((t["game"], t["number"]), []).append("%d-%d" % tuple(t["dice"]))
            dice = roll(seed, text) if seed else "??"
            checks.append((right and (t["dice"] == dice or not seed), "roll %s: %s-%s, computed %s-%s" % (t["n"], *t["dice"], *dice)))
    checks.append((n == certificate["throws"] and certificate["format"] == "barpoint-certificate-1", "%d rolls of %d" % (n, certificate["throws"])))
    return checks, not certificate["epochs"] or any(not e["seed"] for e in certificate["epochs"])

checks, sealed, shared_rolls = [], False, {}
for file in sys.argv[1:]:
    certificate = json.load(open(file, encoding="utf-8"))
    more, is_sealed = check(certificate, shared_rolls)
    checks, sealed = checks + ([(True, "match " + certificate["match"])] if len(sys.argv) > 2 else []) + more, sealed or is_sealed
for shared_id, rolls in shared_rolls.items() if len(sys.argv) > 2 else ():
    checks += [(False, "roll %d of game %d differs: %s" % (k, g, ", ".join(dice))) for (g, k), dice in sorted(rolls.items()) if len(set(dice)) > 1]
    checks.append((True, "shared dice %s: %d of %d rolls were made on several boards" % (shared_id, sum(len(dice) > 1 for dice in rolls.values()), len(rolls))))
print("\n".join(("" if right else "WRONG: ") + text for right, text in checks))
wrong = sum(not right for right, _ in checks)
sys.exit(print("%d WRONG" % wrong if wrong else "NOTHING TO VERIFY (YET)" if sealed else "VERIFIED") or (1 if wrong else 2 if sealed else 0))
