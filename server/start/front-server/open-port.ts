import "server-only";
import { once } from "node:events";
import type { Server } from "node:net";

/**
 * Listen backlog; Linux may limit it (net.core.somaxconn). Node's default of 511 overflows when a thousand pages
 * reconnect to a process that has just started, and further clients, including probes, are then ignored until their
 * system retries, a second or three later.
 */
const mostNotTakenIn = 4_096;

/** Resolves when the server accepts connections. */
export async function openPort(server: Server, { host, port }: { readonly host: string; readonly port: number }) {
  server.listen({ host, port, backlog: mostNotTakenIn });
  await once(server, "listening");
}
