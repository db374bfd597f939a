"""An address service (STUN): it shows those who ask the address they ask from (RFC 5389, section 10).

Used by test_internet.py; run as a program it prints its port, then a line for each question.
"""

from __future__ import annotations

import ipaddress
import socket
import struct

_COOKIE = 0x2112A442
_ASKED, _ANSWERED = 0x0001, 0x0101  # the kinds of messages: a binding request, a success
_XOR_MAPPED_ADDRESS, _IPV4 = 0x0020, 1


def answer(question: bytes, host: str, port: int) -> bytes:
    """Return the answer to a binding request.

    The sample of RFC 5769, section 2.2, without its other attributes:

    >>> asked = bytes.fromhex("000100002112a442b7e7a701bc34d686fa87dfae")
    >>> answer(asked, "192.0.2.1", 32853)[20:].hex()
    '002000080001a147e112a643'
    """
    kind, _length, cookie = struct.unpack("!HHI", question[:8])
    if (kind, cookie) != (_ASKED, _COOKIE):
        raise ValueError("not a binding request")
    address = int(ipaddress.IPv4Address(host)) ^ _COOKIE
    mapped = struct.pack("!HHxBHI", _XOR_MAPPED_ADDRESS, 8, _IPV4, port ^ _COOKIE >> 16, address)
    return struct.pack("!HHI", _ANSWERED, len(mapped), _COOKIE) + question[8:20] + mapped


def main() -> None:
    """Answer every question, on any free port."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", 0))
        print(server.getsockname()[1], flush=True)
        while True:
            question, (host, port) = server.recvfrom(2048)
            server.sendto(answer(question, host, port), (host, port))
            print(host, port, flush=True)


if __name__ == "__main__":
    main()
