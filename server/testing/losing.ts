import type { Transport, TransportRequest } from "#server/garden/transport.ts";

/** A garden whose connection breaks for the selected requests. */
export function losing(isLost: (request: TransportRequest) => boolean): (inner: Transport) => Transport {
  return (inner) => ({
    close: () => inner.close(),
    async send(request) {
      if (isLost(request)) throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
      return inner.send(request);
    },
  });
}
