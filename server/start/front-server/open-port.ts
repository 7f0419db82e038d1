import "server-only";
import { once } from "node:events";
import type { Server } from "node:net";

/**
 * Maximum of connections that the operating system queues (listen backlog); Linux may limit it further. With the
 * default of Node.js, 511, clients are ignored for seconds when a thousand pages reconnect after a restart.
 */
const mostNotTakenIn = 4_096;

/** Opens the port; resolves when the server accepts connections. */
export async function openPort(server: Server, { host, port }: { readonly host: string; readonly port: number }) {
  server.listen({ host, port, backlog: mostNotTakenIn });
  await once(server, "listening");
}
