"""Servers that answer from upstreams, tried out against upstreams made from the contract.

`stand` plays the upstreams on loopback, `oracle` tells from the contract's steps which requests a call makes and how
it ends, `scenarios` lists what is tried, and `running` starts the server between them.
"""
