import "server-only";
import type { Socket } from "node:net";
import { networkOf } from "../../boundary/client-address.ts";

export interface ConnectionLimits {
  /** Connections over which nobody has come yet who is signed in. */
  readonly mostOfStrangers: number;
  /** Requests that wait for their answer on one connection. */
  readonly mostRequests: number;
}

/** Every page keeps one connection open, and proxies some. Neither browsers nor proxies ask again before they were answered. */
export const usualConnections: ConnectionLimits = { mostOfStrangers: 1_000, mostRequests: 2 };

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
    if (this.#count > this.#limits.mostOfStrangers) this.#oldestOfMost()?.destroy();
  }

  /** A request begins on it; ends the connection and answers false when it has too many. */
  asks(socket: Socket): boolean {
    if (socket.destroyed) return false;
    const requests = (this.#requests.get(socket) ?? 0) + 1;
    this.#requests.set(socket, requests);
    if (this.#remove(socket)) this.#add(socket);
    if (requests <= this.#limits.mostRequests) return true;
    abortWithoutStacks(socket);
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

/**
 * Node makes an error for each request that a closed connection still had, and reads its stack. Hundreds may have come at
 * once, and their stacks, all the same and of no use, took most of the time.
 */
function abortWithoutStacks(socket: Socket): void {
  const { stackTraceLimit } = Error;
  socket.prependOnceListener("close", () => {
    Error.stackTraceLimit = 0;
  });
  socket.once("close", () => {
    Error.stackTraceLimit = stackTraceLimit;
  });
}
