import "server-only";
import { once } from "node:events";
import type { Server } from "node:net";

/**
 * Of connections that the system has made and Node has not taken in yet; Linux may allow fewer (net.core.somaxconn). Node's
 * own 511 are full at once when a thousand pages come back to a process that has just started, and whoever comes then, a
 * probe among them, is not heard before its system asks again, a second or three later.
 */
const mostNotTakenIn = 4_096;

/** Resolves when whoever calls is heard. */
export async function openPort(server: Server, { host, port }: { readonly host: string; readonly port: number }) {
  server.listen({ host, port, backlog: mostNotTakenIn });
  await once(server, "listening");
}
