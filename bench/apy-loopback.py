"""Starts Apertium APy so that only this machine reaches it: on its own it listens on every interface."""

import tornado.tcpserver
from apertium_apy.apy import main

listen_anywhere = tornado.tcpserver.TCPServer.bind


def listen_on_loopback(self, port, address=None, **options):
    return listen_anywhere(self, port, address="127.0.0.1", **options)


tornado.tcpserver.TCPServer.bind = listen_on_loopback
main()
