import "server-only";
import type { Socket } from "node:net";
import { networkOf } from "#server/boundary/client-address.ts";

export interface ConnectionLimits {
  /** Connections that have not carried a request of a signed-in user. */
  readonly mostOfStrangers: number;
  /** Pending requests on one connection. */
  readonly mostRequests: number;
  /** Requests that start within one chunk read from a connection. */
  readonly mostAtOnce: number;
}

/** Every page keeps one connection open, and proxies some. Neither browsers nor proxies pipeline requests. */
export const usualConnections: ConnectionLimits = { mostOfStrangers: 1_000, mostRequests: 2, mostAtOnce: 8 };

/**
 * Tracks open connections. When there are too many anonymous ones, the network with the most loses its longest idle
 * one: a probe, with its single connection, always finds a place.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  /** Anonymous connections by network, the longest idle first. */
  readonly #strangers = new Map<string, Set<Socket>>();
  /** Stored, since a closed socket no longer has its remote address. */
  readonly #networks = new WeakMap<Socket, string>();
  readonly #requests = new WeakMap<Socket, number>();
  #count = 0;

  constructor(limits: ConnectionLimits = usualConnections) {
    this.#limits = limits;
  }

  /** Number of anonymous connections. */
  get strangers(): number {
    return this.#count;
  }

  comes(socket: Socket): void {
    this.#networks.set(socket, networkOf(socket.remoteAddress ?? "unknown"));
    this.#add(socket);
    socket.once("close", () => this.#remove(socket));
    // Runs before Node's parser.
    socket.prependListener("data", (chunk: Buffer) => spoilBursts(chunk, this.#limits.mostAtOnce));
    if (this.#count > this.#limits.mostOfStrangers) this.#oldestOfMost()?.destroy();
  }

  /** Registers a request; closes the connection and returns false when it has too many. */
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

  /** Marks the connection as used by a signed-in user. */
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

  /** Returns whether it was anonymous. */
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
 * Overwrites a chunk that starts more than `most` requests: Node's parser then fails at its first byte and closes the
 * connection, instead of creating an object for each request before our code runs. JSON has no line break after such a
 * request line end, so bodies are never mistaken for requests.
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
