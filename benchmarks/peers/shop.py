"""An upstream that costs next to nothing: HTTP/1.1 over asyncio, one order for every path, and what it was asked.

Prints its port. `GET /_seen` tells how many requests there were, and on how many connections.
"""

from __future__ import annotations

import asyncio
import json

LINES = [{"sku": "a", "count": 2}] * 5
ORDER = json.dumps({"id": 7, "state": "open", "note": "leave it at the door", "lines": LINES}).encode()


class Shop(asyncio.Protocol):
    """One connection."""

    connections = 0
    requests = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        assert isinstance(transport, asyncio.Transport)
        self._used = False
        self._transport = transport
        self._received = b""

    def data_received(self, data: bytes) -> None:
        """Answer every request that is complete; bodies are not looked at."""
        self._received += data
        while (end := self._received.find(b"\r\n\r\n")) >= 0:
            head = self._received[:end].lower()
            length = int(head.partition(b"content-length:")[2].split(b"\r\n")[0] or 0)
            if len(self._received) < end + 4 + length:
                return
            self._received = self._received[end + 4 + length :]
            self._transport.write(self._answer(head))

    def _answer(self, head: bytes) -> bytes:
        body = ORDER
        if b" /_seen " in head:
            body = json.dumps({"connections": self.connections, "requests": self.requests}).encode()
        else:
            type(self).requests += 1
            type(self).connections += not self._used
            self._used = True
        fields = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(body)
        return fields + body


async def _serve() -> None:
    server = await asyncio.get_running_loop().create_server(Shop, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve())
