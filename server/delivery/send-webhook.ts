import "server-only";
import { secondMs } from "#lib/kube/time-units.ts";
import { createWebhookBody } from "#lib/notices/create-webhook-body.ts";
import type { DeliveryOutcome } from "#lib/notices/deliveries.ts";
import type { MessageContent } from "#lib/notices/message-content.ts";
import type { StoredWebhook } from "#lib/notices/stored-destinations.ts";
import type { SessionKeys } from "#server/identity/session-keys.ts";
import type { GuardedSender, OutboundRequestResult } from "#server/outbound/guarded-sender.ts";
import { version } from "#server/version.ts";
import { decryptWebhookAddress, signatureHeaders } from "./sealed-address.ts";

interface WebhookMeans {
  /** Sends HTTP requests; undefined when the operator has switched webhooks off. */
  readonly sender: GuardedSender | undefined;
  readonly keys: SessionKeys;
  readonly now: number;
}

/** Sends a notice to a webhook once, without a retry, and returns the outcome. */
export async function sendWebhook(
  { letter, destination, owner }: { letter: MessageContent; destination: StoredWebhook; owner: string },
  { sender, keys, now }: WebhookMeans,
): Promise<DeliveryOutcome> {
  if (sender === undefined) return { kind: "failed", why: "webhooks-off" };
  const address = await decryptWebhookAddress(destination.sealed, owner, keys);
  if (address === undefined) return { kind: "failed", why: "key-gone" };
  const body = createWebhookBody(letter, destination.shape);
  const headers = {
    "content-type": "application/json",
    "user-agent": `Almanac/${version}`,
    ...signatureHeaders({ id: letter.id, body, secret: address.secret, now }),
  };
  return outcomeOf(await sender.post({ url: address.url, headers, body }));
}

function outcomeOf(sent: OutboundRequestResult): DeliveryOutcome {
  switch (sent.kind) {
    case "no-address":
      return { kind: "failed", why: "no-address" };
    case "unreachable":
      return { kind: "failed", why: sent.why };
    case "answered":
      return outcomeOfAnswer(sent);
  }
}

/** HTTP statuses with which a receiver will never accept this message; other failures are retried for a day. */
const forGood: ReadonlySet<number> = new Set([400, 413, 422]);

function outcomeOfAnswer({
  status,
  retryAfterSeconds = 0,
}: Extract<OutboundRequestResult, { readonly kind: "answered" }>): DeliveryOutcome {
  if (status >= 200 && status < 300) return { kind: "delivered" };
  if (status >= 300 && status < 400) return { kind: "failed", why: `leads-elsewhere ${status}` };
  const why = `answers ${status}` as const;
  if (forGood.has(status)) return { kind: "lost", why };
  return { kind: "failed", why, retryAfterMs: retryAfterSeconds * secondMs };
}
