"""Ed25519 against the vectors of RFC 8032, and against everything that is nearly a signature."""

from __future__ import annotations

import pytest

from keyharvest.remote.fair.signing import public_key, sign, verify

pytestmark = pytest.mark.slow

#: RFC 8032, section 7.1: secret key, public key, message, signature.
VECTORS = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]
SECRET = bytes(range(32))


@pytest.mark.parametrize(("secret", "public", "message", "signature"), VECTORS)
def test_the_vectors_of_the_standard(secret: str, public: str, message: str, signature: str) -> None:
    content = bytes.fromhex(message)
    assert public_key(bytes.fromhex(secret)).hex() == public
    assert sign(bytes.fromhex(secret), content).hex() == signature
    assert verify(bytes.fromhex(public), content, bytes.fromhex(signature))


def test_one_changed_bit_anywhere_spoils_a_signature() -> None:
    key, message = public_key(SECRET), b"two hops"
    signature = sign(SECRET, message)
    for at in range(0, 512, 17):
        assert not verify(key, message, _flipped(signature, at))
    for at in range(0, 256, 29):
        assert not verify(_flipped(key, at), message, signature)
    assert not verify(key, b"two hopt", signature)
    assert not verify(public_key(bytes(32)), message, signature)


def test_a_signature_has_one_spelling_only() -> None:
    key, message = public_key(SECRET), b"two hops"
    signature = sign(SECRET, message)
    order = 2**252 + 27742317777372353535851937790883648493
    larger = (int.from_bytes(signature[32:], "little") + order).to_bytes(32, "little")
    assert not verify(key, message, signature[:32] + larger)
    assert not verify(key, message, signature + b"\0")
    assert not verify(key + b"\0", message, signature)


@pytest.mark.parametrize("y", [0, 1, 2**255 - 20, 2**255 - 19, 2**255 - 1, 2])
def test_a_key_without_a_secret_is_nobodys(y: int) -> None:
    """A key of small order has a signature that fits every eighth message: with R = 0 and S = 0, for one."""
    key = y.to_bytes(32, "little")
    zero = (1).to_bytes(32, "little") + bytes(32)
    assert not any(verify(key, b"message %d" % number, zero) for number in range(40))


def _flipped(content: bytes, at: int) -> bytes:
    return (int.from_bytes(content, "little") ^ 1 << at).to_bytes(len(content), "little")
