import "server-only";
import { createHash } from "node:crypto";
import { Agent, type Dispatcher, ProxyAgent } from "undici";
import type { IncomingHttpHeaders } from "undici/types/header.js";
import type { ClientCertificate, GardenConnection } from "./connection.ts";

export interface TransportRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: URL;
  /** All headers to send; the transport adds only Host and the body's length. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly certificate?: ClientCertificate | undefined;
  /** Maximum wait for headers; undefined: until the signal fires, as some proxies delay a watch's headers. */
  readonly headersTimeoutMs?: number | undefined;
  readonly signal: AbortSignal;
}

export interface TransportResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Body of the response. Read it to its end, or call `return` to free the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Sends one HTTP request to the API server without following redirects; replaced in tests. */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  close(): Promise<void>;
}

const connectTimeoutMs = 5_000;
const tcpKeepAliveMs = 30_000;
/** Maximum of connections. Each watch occupies one; beyond this number, requests wait. */
const maxConnections = 256;

/**
 * One undici Agent per garden for bearer tokens, and one per client certificate: on a connection with a certificate the
 * garden would authenticate that instead of the token. Agents are found by a hash of the key material, so that users of
 * the same name stay separate. A new CA or certificate replaces the old Agent.
 */
export function createTransport(connection: GardenConnection): Transport {
  const agents = new Map<string, { readonly fingerprint: string; readonly agent: Dispatcher }>();

  async function agentFor(certificate: ClientCertificate | undefined): Promise<Dispatcher> {
    const ca = await connection.ca();
    const identity = certificate === undefined ? "bearer" : hash(certificate.cert, certificate.key);
    const fingerprint = hash(identity, ca ?? "");
    const pooled = agents.get(identity);
    if (pooled?.fingerprint === fingerprint) return pooled.agent;
    const agent = createAgent(connection, { ca, certificate });
    agents.set(identity, { fingerprint, agent });
    // Running requests finish on the connections of the old Agent.
    void pooled?.agent.close();
    return agent;
  }

  return {
    async send({ method, url, headers, body, certificate, headersTimeoutMs, signal }) {
      const agent = await agentFor(certificate);
      const response = await agent.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method,
        headers,
        body: body ?? null,
        signal,
        headersTimeout: headersTimeoutMs ?? 0,
        bodyTimeout: 0,
      });
      return { status: response.statusCode, headers: response.headers, body: response.body };
    },
    async close() {
      const all = [...agents.values()];
      agents.clear();
      await Promise.all(all.map(({ agent }) => agent.destroy()));
    },
  };
}

function createAgent(
  connection: GardenConnection,
  tls: { ca: string | undefined; certificate: ClientCertificate | undefined },
): Dispatcher {
  const requestTls = {
    ...(tls.ca === undefined ? {} : { ca: tls.ca }),
    ...tls.certificate,
    ...(connection.serverName === undefined ? {} : { servername: connection.serverName }),
    ...(connection.lookup === undefined ? {} : { lookup: connection.lookup }),
    rejectUnauthorized: !connection.skipTlsVerify,
    keepAlive: true,
    keepAliveInitialDelay: tcpKeepAliveMs,
    timeout: connectTimeoutMs,
  };
  // HTTP/1.1, so that each watch has its own connection: with HTTP/2 one slow stream could block all others.
  const options = { allowH2: false, connections: maxConnections, keepAliveTimeout: 30_000 };
  return connection.proxyUrl === undefined
    ? new Agent({ ...options, connect: requestTls })
    : new ProxyAgent({ ...options, uri: connection.proxyUrl, requestTls });
}

function hash(...parts: readonly string[]): string {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(`${part.length}:`).update(part);
  return digest.digest("hex");
}
