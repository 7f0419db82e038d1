import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Agent, createServer, request as httpsRequest, type Server } from "node:https";
import { createRandom } from "#lib/random.ts";
import type { TestAuthority } from "#server/garden/testing/authority.ts";
import type { ProxyDisturbance, ProxyRule } from "./fault.ts";
import { forwardLines, forwardSlowly } from "./pass-body.ts";
import { DisturbableTcpProxy } from "./tcp-wire.ts";

export interface ProxiedGarden {
  readonly url: string;
  readonly ca: string;
}

interface Passing {
  readonly line: string;
  readonly response: ServerResponse;
  /** The last lines of the watch, which can be sent again partly or out of order. */
  readonly lately: string[];
  swallowed: boolean;
}

/** Proxy between Almanac and its garden that disturbs requests, responses and connections as a test requires. */
export class DisturbingProxy {
  readonly wire: DisturbableTcpProxy;
  /** All requests since the last `forget`, as `GET /path?query`, with their times. */
  readonly seen: { readonly line: string; readonly at: number }[] = [];
  rules: readonly ProxyRule[] = [];
  readonly #server: Server;
  readonly #watches = new Set<Passing>();
  readonly #random = createRandom(16, "faults");
  #garden: ProxiedGarden;
  #agent: Agent;

  private constructor(server: Server, wire: DisturbableTcpProxy, garden: ProxiedGarden) {
    this.#server = server;
    this.wire = wire;
    this.#garden = garden;
    this.#agent = agentOf(garden);
    server.on("request", (request: IncomingMessage, response: ServerResponse) => this.#take(request, response));
    // Ignores errors of connections that were cut on purpose, or whose client does not trust the certificate.
    server.on("tlsClientError", () => undefined);
  }

  static async open(garden: ProxiedGarden, authority: TestAuthority): Promise<DisturbingProxy> {
    const server = createServer({ ...authority.issue("garden"), keepAliveTimeout: 120_000 });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the proxy has no port");
    return new DisturbingProxy(server, await DisturbableTcpProxy.open(address.port), garden);
  }

  get url(): string {
    return this.urlAt();
  }

  urlAt(host = "127.0.0.1"): string {
    return `https://${host}:${this.wire.port}`;
  }

  /** Number of requests since the last `forget` that match. */
  count(on: RegExp): number {
    return this.seen.filter(({ line }) => on.test(line)).length;
  }

  forget(): void {
    this.seen.length = 0;
  }

  /** Sends an additional line into every matching open watch; returns the number of watches. */
  inject(on: RegExp, line: string | ((lately: readonly string[]) => readonly string[])): number {
    const watches = this.#matching(on);
    for (const { response, lately } of watches) {
      for (const each of typeof line === "string" ? [line] : line(lately)) response.write(`${each}\n`);
    }
    return watches.length;
  }

  /** Ends every matching open watch in the middle of a line. */
  cut(on: RegExp, how: "fin" | "rst"): number {
    const watches = this.#matching(on);
    for (const { response, lately } of watches) {
      const last = lately.at(-1) ?? '{"type":"MODIFIED","object":{}}';
      response.write(last.slice(0, last.length >> 1), () => this.wire.cut(how, response.req.socket.remotePort));
    }
    return watches.length;
  }

  /** Stops forwarding data of matching open watches, without closing the connections. */
  swallow(on: RegExp): number {
    const watches = this.#matching(on);
    for (const watch of watches) watch.swallowed = true;
    return watches.length;
  }

  /** Switches to the certificate of another CA, and closes existing connections. */
  present(authority: TestAuthority): void {
    this.#server.setSecureContext(authority.issue("garden"));
    this.wire.cut("fin");
  }

  /** Connects to another garden from now on. */
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

  #pass(request: IncomingMessage, response: ServerResponse, fault: ProxyDisturbance | undefined): void {
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

  #answer(answer: IncomingMessage, response: ServerResponse, fault: ProxyDisturbance | undefined): void {
    if (response.destroyed) return void answer.destroy();
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    response.flushHeaders();
    answer.on("error", () => response.destroy());
    const line = `${response.req.method} ${response.req.url}`;
    if (fault?.kind === "slow") forwardSlowly(answer, response, fault.bytesPerSecond);
    else if (!/[?&]watch=true/.test(line)) answer.pipe(response);
    else this.#passWatch(answer, { line, response, lately: [], swallowed: false }, fault);
  }

  #passWatch(answer: IncomingMessage, passing: Passing, fault: ProxyDisturbance | undefined): void {
    const { response, lately } = passing;
    this.#watches.add(passing);
    response.on("close", () => this.#watches.delete(passing));
    forwardLines(answer, {
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
