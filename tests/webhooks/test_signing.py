"""Signatures are those of the Standard Webhooks specification."""

from webhooks.signing import new_secret, signature_headers

# The example of the specification's reference libraries.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
MESSAGE_ID, TIMESTAMP = "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330
BODY = b'{"test": 2432232314}'
SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_the_example_of_the_specification_has_the_signature_that_it_gives() -> None:
    assert signature_headers(MESSAGE_ID, TIMESTAMP, BODY, [SECRET]) == {
        "webhook-id": MESSAGE_ID,
        "webhook-timestamp": str(TIMESTAMP),
        "webhook-signature": SIGNATURE,
    }


def test_while_a_secret_replaces_another_there_is_a_signature_of_each() -> None:
    other = new_secret()
    headers = signature_headers(MESSAGE_ID, TIMESTAMP, BODY, [other, SECRET])
    newer, older = headers["webhook-signature"].split(" ")
    assert older == SIGNATURE
    assert newer.startswith("v1,")
    assert newer != older


def test_secrets_are_as_long_as_the_specification_asks_and_never_the_same() -> None:
    assert len({new_secret() for _ in range(50)}) == 50
    assert all(new_secret().startswith("whsec_") and len(new_secret()) == 50 for _ in range(3))
