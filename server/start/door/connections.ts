import "server-only";
import type { Socket } from "node:net";
import { networkOf } from "#server/boundary/client-address.ts";

export interface ConnectionLimits {
  /** Connections over which nobody has come yet who is signed in. */
  readonly mostOfStrangers: number;
  /** Requests that wait for their answer on one connection. */
  readonly mostRequests: number;
  /** Requests that begin in what is read at once from one connection. */
  readonly mostAtOnce: number;
}

/** Every page keeps one connection open, and proxies some. Neither browsers nor proxies ask again before they were answered. */
export const usualConnections: ConnectionLimits = { mostOfStrangers: 1_000, mostRequests: 2, mostAtOnce: 8 };

/**
 * Who is connected. Where strangers are too many, whoever has the most connections loses the one that was quiet for longest:
 * a probe, which comes alone, always finds a place.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  /** Of each network those of strangers, the one that was quiet for longest first. */
  readonly #strangers = new Map<string, Set<Socket>>();
  /** Kept, as a connection that has ended does not say it any more. */
  readonly #networks = new WeakMap<Socket, string>();
  readonly #requests = new WeakMap<Socket, number>();
  #count = 0;

  constructor(limits: ConnectionLimits = usualConnections) {
    this.#limits = limits;
  }

  /** How many strangers there are. */
  get strangers(): number {
    return this.#count;
  }

  comes(socket: Socket): void {
    this.#networks.set(socket, networkOf(socket.remoteAddress ?? "unknown"));
    this.#add(socket);
    socket.once("close", () => this.#remove(socket));
    // Before Node's parser reads it.
    socket.prependListener("data", (chunk: Buffer) => spoilBursts(chunk, this.#limits.mostAtOnce));
    if (this.#count > this.#limits.mostOfStrangers) this.#oldestOfMost()?.destroy();
  }

  /** A request begins on it; ends the connection and answers false when it has too many. */
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

  /** Somebody who is signed in asks over it. */
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

  /** Answers whether it was a stranger's. */
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
 * Makes what came at once unreadable when it begins more than `most` requests: Node's parser stops at its first byte and ends
 * the connection, where it would otherwise make an object of each of them before anything of ours is asked. No JSON holds
 * the end of a line after the end of a request line, so that no body is taken for requests.
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
