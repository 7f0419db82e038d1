import type { Transport, TransportRequest } from "#server/garden/transport.ts";

/** Wraps a transport so that the connection breaks for selected requests. */
export function createBreakingTransport(
  isLost: (request: TransportRequest) => boolean,
): (inner: Transport) => Transport {
  return (inner) => ({
    close: () => inner.close(),
    async send(request) {
      if (isLost(request)) throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
      return inner.send(request);
    },
  });
}
