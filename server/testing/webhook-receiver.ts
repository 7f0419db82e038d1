import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { listenOnLoopback } from "./listen-on-loopback.ts";

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks on this machine. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** What it answers from now on. */
  answer(status: number): void;
  forget(): void;
  close(): void;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    received.push({ path: request.url ?? "", headers: request.headers, body: await text(request) });
    response.writeHead(status).end();
  });
  const { url, close } = await listenOnLoopback(server);
  return {
    url,
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

/** As a receiver checks it that has read Standard Webhooks, and nothing of ours. */
export function isSigned({ headers, body }: Received, secret: string, nowMs: number): boolean {
  const [id, timestamp, given] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    String(headers[name]),
  );
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = Buffer.from(`v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`);
  const found = Buffer.from(given ?? "");
  return expected.length === found.length && timingSafeEqual(expected, found);
}
