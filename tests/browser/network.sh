#!/bin/sh
# Give a machine that has only itself a network interface, in a namespace of its own: without an address a browser connects
# no two pages, and test_live.py skips its tests.
#
#     unshare -rn tests/browser/network.sh python3 tests tests/browser/test_live.py
ip link set lo up
ip link add line0 type veth peer name line1
ip link set line0 up
ip link set line1 up
ip addr add 10.77.0.1/24 dev line0
ip route add default via 10.77.0.2
exec "$@"
