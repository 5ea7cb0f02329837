"""A bot for Barpoint that needs Python 3.8 and nothing else. docs/bots.md explains it line by line.

    BARPOINT_TOKEN=bp_… python3 bot.py https://play.example.org            # play every match this login has, until Ctrl-C
    BARPOINT_TOKEN=bp_… python3 bot.py https://play.example.org steady     # challenge a bot of the site first
    BARPOINT_TOKEN=bp_… python3 bot.py https://play.example.org 12 --once  # challenge player 12; end when nothing is left to play

Killed and started again it goes on where it was; so it does when the server is.
"""

import hashlib, json, os, sys, threading, time
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

TOKEN = os.environ["BARPOINT_TOKEN"]
SITE, WHOM = sys.argv[1].rstrip("/"), [word for word in sys.argv[2:] if word != "--once"]
AWAY = (429, 502, 503, 504)  # asks to wait, or nobody there
PASSED = ("stale", "too_late", "flag_fell")  # the match went on meanwhile: the stream says how


def ask(method, path, body=None, timeout=30, last=""):
    """The answer of the site, which is asked again for as long as it is away."""
    headers = {"Authorization": "Token " + TOKEN, "Content-Type": "application/json"}
    if last:
        headers["Last-Event-ID"] = last
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            return urlopen(Request(SITE + path, data, headers, method=method), timeout=timeout)
        except HTTPError as error:
            if error.code not in AWAY:
                raise
            time.sleep(float(error.headers.get("Retry-After", 1)))
        except OSError:  # no connection, or none any more
            time.sleep(1)


def events(path, last=""):
    """(event, data, id) of a stream until the connection ends. `last`, the id of an event, begins after it."""
    with ask("GET", path, timeout=40, last=last) as stream:
        name = number = ""
        for line in stream:  # a comment comes every 15 s: 40 s of silence end it
            field, _, value = line.decode().rstrip("\n").partition(": ")
            if field == "event":
                name = value
            elif field == "id":
                number = value
            elif field == "data":
                yield name, json.loads(value), number


def play(match):
    """Play one match to its end, over as many connections as it takes."""
    seen = 0
    while True:
        try:
            for name, data, _ in events("/live/matches/%s/stream?after=%d" % (match, seen)):
                if name == "view":
                    seen = data["seq"]
                    if data["outcome"]:
                        return print(match, "is over:", data["outcome"], data["score"], flush=True)
                    act(match, data)
        except HTTPError:
            raise  # refused for good: no such match, or the token has ended
        except (OSError, HTTPException):
            pass
        time.sleep(1)


def act(match, view):
    """Do what is owed. The key makes it harmless to send it twice, `expected_seq` to decide on what is past."""
    owed = decide(view)
    if owed is None:
        return
    kind, payload = owed
    body = {"kind": kind, "payload": payload, "expected_seq": view["seq"], "key": "%s-%d" % (kind, view["seq"])}
    try:
        ask("POST", "/live/matches/%s/actions" % match, body).close()
    except HTTPError as error:
        refusal = json.load(error)
        if refusal["code"] not in PASSED:
            print(match, kind, payload, "was refused:", refusal, file=sys.stderr, flush=True)


def decide(view):
    """(kind, payload) of what this seat does now; None when it is not its turn."""
    me, may = view["seat"], {kind: no is None for kind, no in view["may"].items()}
    mine, theirs = view["pips"][me], view["pips"]["B" if me == "A" else "A"]
    if may["ready"]:
        return "ready", {"nonce_hash": hashlib.sha256(nonce(view).encode()).hexdigest()} if view["status"] == "joining" else {}
    if may["nonce"]:
        return "nonce", {"nonce": nonce(view)}
    if view["to_act"] != me:
        return None
    if view["waiting_for"] == "roll":
        return "double" if may["double"] and not view["cube_note"] and mine * 1.1 < theirs else "roll", {}
    if view["waiting_for"] == "answer_double":
        return "take" if mine < theirs * 1.12 else "drop", {}
    if view["waiting_for"] == "answer_resign":
        return "accept_resign", {}
    if view["waiting_for"] == "play":
        return "play", {"moves": max(plays(view["steps"]), key=lambda moves: value(after(view, moves)))}


def nonce(view):
    """This seat's part of the dice: nobody else can know it, and it is the same after a restart."""
    return hashlib.sha256("|".join((TOKEN, view["match"], str(view["dice_proof"]["epoch"]))).encode()).hexdigest()[:32]


def plays(steps):
    """Every legal play once, as [[from, to], ...]: a way from `start` to each of `ends`."""
    ways, nodes = {steps["start"]: []}, [steps["start"]]
    for node in nodes:
        for source, target, _die, then, _hit in steps["nodes"][node]:
            if then not in ways:
                ways[then] = ways[node] + [[source, target]]
                nodes.append(then)
    return [ways[end] for end in steps["ends"]]


def after(view, moves):
    """The board after these moves as this seat counts it: 1 to 24, its bar 25, its own checkers above 0."""
    board = list(view["board"]) if view["seat"] == "A" else [-n for n in reversed(view["board"])]
    for source, target in moves:
        board[source] -= 1
        if target and board[target] < 0:
            board[target], board[0] = 0, board[0] - 1
        board[target] += 1 if target else 0
    return board


def value(board):
    """Few pips, few blots, many points at home: put your own backgammon here."""
    blots = sum(p for p in range(1, 25) if board[p] == 1 and any(n < 0 for n in board[:p]))
    return -sum(p * n for p, n in enumerate(board) if n > 0) - blots // 4 + 8 * sum(n > 1 for n in board[1:7]) - 20 * board[0]


def matches():
    """The matches of this login that are not over: a list, and again whenever it may have changed."""
    mine, last = {}, ""
    while True:
        try:
            for name, data, last in events("/live/me", last):
                if name == "state":  # first of all, and where the site no longer knows `last`
                    mine = {row["id"]: row for row in data["matches"]}
                elif name == "result" or data.get("state") in ("declined", "withdrawn", "expired"):
                    mine.pop(data["id"], None)
                elif "id" in data:  # challenge, match_ready, match_begun or turn
                    mine[data["id"]] = data
                yield list(mine)
        except HTTPError:
            raise  # the token has ended
        except (OSError, HTTPException):
            pass
        time.sleep(1)


def main():
    tables = {}
    if WHOM:
        whom = {"player": int(WHOM[0])} if WHOM[0].isdigit() else {"bot": WHOM[0]}
        ask("POST", "/api/v1/matches", dict(whom, length=3)).close()
    for mine in matches():
        for match in mine:
            if match not in tables:
                tables[match] = threading.Thread(target=play, args=[match], daemon=True)
                tables[match].start()
        if "--once" in sys.argv and not mine:
            return [table.join(10) for table in tables.values()]


if __name__ == "__main__":
    main()
