import "server-only";
import type { Socket } from "node:net";
import { networkOfAddress } from "#server/boundary/find-client-address.ts";

export interface ConnectionLimits {
  /** Maximum of connections on which no signed-in user has sent a request. */
  readonly mostOfStrangers: number;
  /** Maximum of unanswered requests on one connection. */
  readonly mostRequests: number;
  /** Maximum of requests that start within one chunk of data from a connection. */
  readonly mostAtOnce: number;
}

/** Default limits. Each browser tab keeps one connection open; browsers and proxies do not pipeline requests. */
export const defaultConnectionLimits: ConnectionLimits = { mostOfStrangers: 1_000, mostRequests: 2, mostAtOnce: 8 };

/**
 * Limits open connections. When there are too many anonymous ones, the network with the most of them loses the one that
 * was idle for the longest time, so that a health probe with a single connection always gets through.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  /** Anonymous connections by network, those that were idle for the longest time first. */
  readonly #strangers = new Map<string, Set<Socket>>();
  /** Network of each connection, because a closed socket no longer has its remote address. */
  readonly #networks = new WeakMap<Socket, string>();
  readonly #requests = new WeakMap<Socket, number>();
  #count = 0;

  constructor(limits: ConnectionLimits = defaultConnectionLimits) {
    this.#limits = limits;
  }

  /** Number of anonymous connections. */
  get strangers(): number {
    return this.#count;
  }

  comes(socket: Socket): void {
    this.#networks.set(socket, networkOfAddress(socket.remoteAddress ?? "unknown"));
    this.#add(socket);
    socket.once("close", () => this.#remove(socket));
    // Runs before the HTTP parser of Node.js gets the data.
    socket.prependListener("data", (chunk: Buffer) => spoilBursts(chunk, this.#limits.mostAtOnce));
    if (this.#count > this.#limits.mostOfStrangers) this.#oldestOfMost()?.destroy();
  }

  /** Registers a request; closes the connection and returns false when it has too many unanswered ones. */
  asks(socket: Socket): boolean {
    if (socket.destroyed) return false;
    const requests = (this.#requests.get(socket) ?? 0) + 1;
    this.#requests.set(socket, requests);
    if (this.#remove(socket)) this.#add(socket);
    if (requests <= this.#limits.mostRequests) return true;
    socket.destroy();
    return false;
  }

  answered(socket: Socket): void {
    this.#requests.set(socket, (this.#requests.get(socket) ?? 1) - 1);
  }

  /** Marks the connection as used by a signed-in user, so that it no longer counts as anonymous. */
  isKnown(socket: Socket): void {
    this.#remove(socket);
  }

  #oldestOfMost(): Socket | undefined {
    let most = new Set<Socket>();
    for (const sockets of this.#strangers.values()) if (sockets.size > most.size) most = sockets;
    const [oldest] = most;
    return oldest;
  }

  #add(socket: Socket): void {
    const network = this.#networks.get(socket) ?? "unknown";
    const sockets = this.#strangers.get(network) ?? new Set();
    sockets.add(socket);
    this.#strangers.set(network, sockets);
    this.#count += 1;
  }

  /** Removes a connection from the anonymous ones. Returns whether it was one of them. */
  #remove(socket: Socket): boolean {
    const network = this.#networks.get(socket) ?? "unknown";
    const sockets = this.#strangers.get(network);
    if (sockets === undefined || !sockets.delete(socket)) return false;
    if (sockets.size === 0) this.#strangers.delete(network);
    this.#count -= 1;
    return true;
  }
}

const requestLineEnd = Buffer.from(" HTTP/1.");
const [carriageReturn = 0, lineFeed = 0] = Buffer.from("\r\n");

/**
 * Overwrites a chunk of data in which more than `most` requests start, so that the HTTP parser of Node.js closes the
 * connection before it creates an object for each request. JSON bodies contain no line break after ` HTTP/1.1`, so they
 * are never mistaken for requests.
 */
function spoilBursts(chunk: Buffer, most: number): void {
  let begun = 0;
  for (let at = chunk.indexOf(requestLineEnd); at !== -1; at = chunk.indexOf(requestLineEnd, at + 1)) {
    const next = chunk[at + requestLineEnd.length + 1];
    if (next === carriageReturn || next === lineFeed) begun += 1;
    if (begun > most) {
      chunk.fill(0);
      return;
    }
  }
}
