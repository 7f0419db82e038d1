import "server-only";
import type { IncomingHttpHeaders } from "undici/types/header.js";
import { createAgentPool } from "./agents.ts";
import type { ClientCertificate, GardenConnection } from "./connection.ts";

export interface TransportRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly url: URL;
  /** The whole of what is sent: nothing is added but Host and the length. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly certificate?: ClientCertificate | undefined;
  /** Undefined waits for the headers until the signal fires: some proxies hold a watch's until its first event. */
  readonly headersTimeoutMs?: number | undefined;
  readonly signal: AbortSignal;
}

export interface TransportResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Must be read to its end or left by `return`, so that the connection is free again. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Sends one request and follows no redirect. The seam for tests. */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  close(): Promise<void>;
}

export function createTransport(connection: GardenConnection): Transport {
  const pool = createAgentPool(connection);
  return {
    async send({ method, url, headers, body, certificate, headersTimeoutMs, signal }) {
      const agent = await pool.agentFor(certificate);
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
    close: () => pool.close(),
  };
}
