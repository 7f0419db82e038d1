import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Agent, createServer, request as httpsRequest, type Server } from "node:https";
import { createRandom } from "#lib/random.ts";
import type { TestAuthority } from "#server/garden/testing/authority.ts";
import type { Fault, FaultRule } from "./fault.ts";
import { passLines, passSlowly } from "./pass-body.ts";
import { TcpWire } from "./tcp-wire.ts";

export interface ProxiedGarden {
  readonly url: string;
  readonly ca: string;
}

interface Passing {
  readonly line: string;
  readonly response: ServerResponse;
  /** What came last: half of it can be sent once more, or all of it out of turn. */
  readonly lately: string[];
  swallowed: boolean;
}

/** Stands between Almanac and its garden and does to the connection whatever a test wishes. */
export class FaultProxy {
  readonly wire: TcpWire;
  /** Every request since the last `forget`, as `GET /path?query`, with the instant at which it came. */
  readonly seen: { readonly line: string; readonly at: number }[] = [];
  rules: readonly FaultRule[] = [];
  readonly #server: Server;
  readonly #watches = new Set<Passing>();
  readonly #random = createRandom(16, "faults");
  #garden: ProxiedGarden;
  #agent: Agent;

  private constructor(server: Server, wire: TcpWire, garden: ProxiedGarden) {
    this.#server = server;
    this.wire = wire;
    this.#garden = garden;
    this.#agent = agentOf(garden);
    server.on("request", (request: IncomingMessage, response: ServerResponse) => this.#take(request, response));
    // A connection that is cut on purpose, or whose client does not trust the certificate.
    server.on("tlsClientError", () => undefined);
  }

  static async open(garden: ProxiedGarden, authority: TestAuthority): Promise<FaultProxy> {
    const server = createServer({ ...authority.issue("garden"), keepAliveTimeout: 120_000 });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the proxy has no port");
    return new FaultProxy(server, await TcpWire.open(address.port), garden);
  }

  get url(): string {
    return this.urlAt();
  }

  urlAt(host = "127.0.0.1"): string {
    return `https://${host}:${this.wire.port}`;
  }

  /** How many requests matched since `forget`. */
  count(on: RegExp): number {
    return this.seen.filter(({ line }) => on.test(line)).length;
  }

  forget(): void {
    this.seen.length = 0;
  }

  /** Sends a line of our own into every open watch that matches; says into how many. */
  inject(on: RegExp, line: string | ((lately: readonly string[]) => readonly string[])): number {
    const watches = this.#matching(on);
    for (const { response, lately } of watches) {
      for (const each of typeof line === "string" ? [line] : line(lately)) response.write(`${each}\n`);
    }
    return watches.length;
  }

  /** Ends every open watch that matches, in the middle of a line. */
  cut(on: RegExp, how: "fin" | "rst"): number {
    const watches = this.#matching(on);
    for (const { response, lately } of watches) {
      const last = lately.at(-1) ?? '{"type":"MODIFIED","object":{}}';
      response.write(last.slice(0, last.length >> 1), () => this.wire.cut(how, response.req.socket.remotePort));
    }
    return watches.length;
  }

  /** Nothing more comes out of the open watches that match, and nothing says so. */
  swallow(on: RegExp): number {
    const watches = this.#matching(on);
    for (const watch of watches) watch.swallowed = true;
    return watches.length;
  }

  /** Another certificate of another authority, at once and on every connection. */
  present(authority: TestAuthority): void {
    this.#server.setSecureContext(authority.issue("garden"));
    this.wire.cut("fin");
  }

  /** Leads to another garden from now on. */
  lead(garden: ProxiedGarden): void {
    this.#garden = garden;
    this.#agent.destroy();
    this.#agent = agentOf(garden);
    this.wire.cut("fin");
  }

  async close(): Promise<void> {
    await this.wire.close();
    this.#agent.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #matching(on: RegExp): readonly Passing[] {
    return [...this.#watches].filter(({ line, swallowed }) => on.test(line) && !swallowed);
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const line = `${request.method} ${request.url}`;
    this.seen.push({ line, at: performance.now() });
    const whole = `${line} ${request.headers.authorization ?? ""}`;
    const met = this.rules.find(
      ({ on, share = 1 }) => on.test(whole) && (share === 1 || this.#random.next() < share),
    )?.fault;
    if (met?.kind === "hang") return;
    if (met?.kind === "answer") {
      request.resume();
      response.writeHead(met.status, { ...met.headers }).end(met.body);
    } else this.#pass(request, response, met);
  }

  #pass(request: IncomingMessage, response: ServerResponse, fault: Fault | undefined): void {
    const garden = new URL(this.#garden.url);
    const headers = { ...request.headers, host: garden.host };
    const options = { method: request.method ?? "GET", headers, agent: this.#agent };
    const upstream = httpsRequest(new URL(request.url ?? "/", garden), options, (answer) => {
      const begin = () => this.#answer(answer, response, fault);
      if (fault?.kind !== "late") begin();
      else setTimeout(begin, fault.ms).unref();
    });
    upstream.on("error", () => response.destroy());
    response.on("close", () => upstream.destroy());
    request.pipe(upstream);
  }

  #answer(answer: IncomingMessage, response: ServerResponse, fault: Fault | undefined): void {
    if (response.destroyed) return void answer.destroy();
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    response.flushHeaders();
    answer.on("error", () => response.destroy());
    const line = `${response.req.method} ${response.req.url}`;
    if (fault?.kind === "slow") passSlowly(answer, response, fault.bytesPerSecond);
    else if (!/[?&]watch=true/.test(line)) answer.pipe(response);
    else this.#passWatch(answer, { line, response, lately: [], swallowed: false }, fault);
  }

  #passWatch(answer: IncomingMessage, passing: Passing, fault: Fault | undefined): void {
    const { response, lately } = passing;
    this.#watches.add(passing);
    response.on("close", () => this.#watches.delete(passing));
    passLines(answer, {
      line(text) {
        const sent = fault?.kind === "lines" ? fault.change(text) : text;
        if (sent === undefined || passing.swallowed) return true;
        if (lately.push(sent) > 5) lately.shift();
        return response.write(`${sent}\n`);
      },
      drained: (next) => void response.once("drain", next),
      end: () => void (passing.swallowed || response.end()),
    });
  }
}

function agentOf({ ca }: ProxiedGarden): Agent {
  return new Agent({ ca, keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
}
