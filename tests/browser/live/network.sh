#!/bin/sh
# Give a namespace that has no network an interface with an address: without one a browser can't connect pages.
# Used by network.py; by hand: unshare -rn tests/browser/live/network.sh COMMAND.
ip link set lo up
ip link add line0 type veth peer name line1
ip link set line0 up
ip link set line1 up
ip addr add 10.77.0.1/24 dev line0
ip route add default via 10.77.0.2
exec "$@"
