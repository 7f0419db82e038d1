import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { text } from "node:stream/consumers";
import type { CertificatePair } from "#server/garden/testing/authority.ts";
import { listenOnLoopback } from "./listen-on-loopback.ts";

export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A local HTTP server that receives webhooks. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** Sets the status of all further responses. */
  answer(status: number): void;
  forget(): void;
  close(): void;
}

/** @param identity certificate and private key; with them the server uses https */
export async function startWebhookReceiver(identity?: CertificatePair): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let status = 200;
  const listener: RequestListener = async (request, response) => {
    received.push({ path: request.url ?? "", headers: request.headers, body: await text(request) });
    response.writeHead(status).end();
  };
  const server = identity === undefined ? createServer(listener) : createTlsServer(identity, listener);
  const { url, close } = await listenOnLoopback(server);
  return {
    url: identity === undefined ? url : url.replace("http:", "https:"),
    received,
    answer(next) {
      status = next;
    },
    forget() {
      received.length = 0;
    },
    close,
  };
}

/** Verifies a webhook's signature by the Standard Webhooks specification, without using Almanac's own code. */
export function isSigned({ headers, body }: ReceivedWebhook, secret: string, nowMs: number): boolean {
  const [id, timestamp, given] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    String(headers[name]),
  );
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = Buffer.from(`v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`);
  const found = Buffer.from(given ?? "");
  return expected.length === found.length && timingSafeEqual(expected, found);
}
