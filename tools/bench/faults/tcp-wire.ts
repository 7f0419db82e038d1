import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

interface Pair {
  readonly front: Socket;
  readonly back: Socket;
}

/** TCP proxy that simulates network failures, without reading the data. */
export class DisturbableTcpProxy {
  readonly port: number;
  readonly #target: number;
  readonly #pairs = new Set<Pair>();
  #server: Server;
  #swallows = false;
  #host = "127.0.0.1";

  private constructor(server: Server, port: number, target: number) {
    this.#server = server;
    this.port = port;
    this.#target = target;
    server.on("connection", (front: Socket) => this.#join(front));
  }

  /** Forwards connections from another loopback port to `target`. */
  static async open(target: number): Promise<DisturbableTcpProxy> {
    const server = await listen(0, "127.0.0.1");
    return new DisturbableTcpProxy(server, portOf(server), target);
  }

  /** Stops listening and resets all connections, as when a process is killed. */
  async refuse(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.cut("rst");
    await closed;
  }

  /** Drops all data from now on, also of new connections, without closing them. */
  swallow(): void {
    this.#swallows = true;
    for (const pair of this.#pairs) lose(pair);
  }

  /** Accepts new connections again; existing ones do not change. */
  async restore(): Promise<void> {
    this.#swallows = false;
    if (this.#server.listening) return;
    this.#server = await listen(this.port, this.#host);
    this.#server.on("connection", (front: Socket) => this.#join(front));
  }

  /** Stops listening, then listens on another loopback address. */
  async moveTo(host: string): Promise<void> {
    await this.refuse();
    this.#host = host;
    await this.restore();
  }

  /** Closes all connections, or the one that reached the target from the given local port. */
  cut(how: "fin" | "rst", from?: number): void {
    for (const { front, back } of this.#pairs) {
      if (from !== undefined && back.localPort !== from) continue;
      if (how === "rst") front.resetAndDestroy();
      else front.end();
      back.destroy();
    }
  }

  async close(): Promise<void> {
    if (this.#server.listening) await this.refuse();
    for (const { front, back } of this.#pairs) {
      front.destroy();
      back.destroy();
    }
  }

  #join(front: Socket): void {
    const back = connect(this.#target, "127.0.0.1");
    const pair = { front, back };
    this.#pairs.add(pair);
    for (const socket of [front, back]) {
      socket.setNoDelay(true);
      // Errors of cut connections are expected; the close event is sufficient.
      socket.on("error", () => undefined);
    }
    front.pipe(back);
    back.pipe(front);
    if (this.#swallows) lose(pair);
    front.once("close", () => {
      back.destroy();
      this.#pairs.delete(pair);
    });
    back.once("close", () => {
      if (!lost.has(pair)) front.destroy();
    });
  }
}

const lost = new WeakSet<Pair>();

function lose(pair: Pair): void {
  lost.add(pair);
  pair.front.unpipe(pair.back).resume();
  pair.back.unpipe(pair.front).resume();
}

async function listen(port: number, host: string): Promise<Server> {
  const server = createServer({ allowHalfOpen: false }).listen(port, host);
  await once(server, "listening");
  return server;
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("the wire has no port");
  return address.port;
}
