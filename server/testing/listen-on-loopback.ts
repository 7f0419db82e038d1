import { once } from "node:events";
import type { Server } from "node:http";
import type { Server as TlsServer } from "node:https";

export interface Listening {
  readonly url: string;
  close(): void;
}

/** Opens a free port for a test's server. `close` also closes its connections. */
export async function listenOnLoopback(server: Server | TlsServer): Promise<Listening> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
