import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import type { TestAuthority } from "./authority.ts";

export interface TlsTestServer {
  readonly url: string;
  readonly port: number;
  /** Number of TLS connections that clients have opened. */
  readonly connections: number;
  close(): Promise<void>;
}

/** Starts an HTTPS server on loopback. `caller` is the common name in the client's certificate, if there is one. */
export async function startTlsTestServer(
  authority: TestAuthority,
  respond: (request: IncomingMessage, response: ServerResponse, caller: string | undefined) => void,
  port = 0,
): Promise<TlsTestServer> {
  const identity = authority.issue("garden");
  let connections = 0;
  const options = { ...identity, ca: authority.ca, requestCert: true, rejectUnauthorized: false };
  const server = createServer(options, (request, response) => {
    respond(request, response, callers.get(request.socket));
  });
  const callers = new WeakMap<object, string>();
  server.on("secureConnection", (socket: TLSSocket) => {
    connections += 1;
    const { subject } = socket.getPeerCertificate();
    if (typeof subject?.CN === "string") callers.set(socket, subject.CN);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const bound = portOf(server.address()).port;
  return {
    url: `https://127.0.0.1:${bound}`,
    port: bound,
    get connections() {
      return connections;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function portOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address;
}
