import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import { z } from "zod";
import type { SessionKeys } from "#server/identity/session-keys.ts";
import { openText, sealText } from "#server/identity/session-seal.ts";

const addressSchema = z.object({ owner: z.string(), url: z.string(), secret: z.string() });
/** URL and signing secret of a webhook, bound to its owner: it opens for no other user. */
export type WebhookAddress = z.infer<typeof addressSchema>;

export function sealAddress(address: WebhookAddress, keys: SessionKeys): Promise<string> {
  return sealText(JSON.stringify(address), "destination", keys);
}

/** Undefined when no remaining key opens it, or when it belongs to another user. */
export async function openAddress(
  sealed: string,
  owner: string,
  keys: SessionKeys,
): Promise<WebhookAddress | undefined> {
  const text = await openText(sealed, "destination", keys);
  const parsed = text === undefined ? undefined : addressSchema.safeParse(JSON.parse(text));
  return parsed?.success && parsed.data.owner === owner ? parsed.data : undefined;
}

const secretPrefix = "whsec_";

export function newSecret(): string {
  return `${secretPrefix}${randomBytes(32).toString("base64")}`;
}

interface Signing {
  readonly id: string;
  readonly body: string;
  readonly secret: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Headers that authenticate sender, body and time according to Standard Webhooks, for which receivers have libraries.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signatureHeaders({ id, body, secret, now }: Signing): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
