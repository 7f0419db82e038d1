import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import { z } from "zod";
import type { SessionKeys } from "#server/identity/session-keys.ts";
import { decryptText, encryptText } from "#server/identity/session-seal.ts";

const addressSchema = z.object({ owner: z.string(), url: z.string(), secret: z.string() });
/** A webhook's URL and signing secret, encrypted with the owner's name so that no other user can decrypt them. */
export type WebhookAddress = z.infer<typeof addressSchema>;

export function encryptWebhookAddress(address: WebhookAddress, keys: SessionKeys): Promise<string> {
  return encryptText(JSON.stringify(address), "destination", keys);
}

/** Decrypts a webhook's address; undefined when no remaining key fits, or when it belongs to another user. */
export async function decryptWebhookAddress(
  sealed: string,
  owner: string,
  keys: SessionKeys,
): Promise<WebhookAddress | undefined> {
  const text = await decryptText(sealed, "destination", keys);
  const parsed = text === undefined ? undefined : addressSchema.safeParse(JSON.parse(text));
  return parsed?.success && parsed.data.owner === owner ? parsed.data : undefined;
}

const secretPrefix = "whsec_";

export function createWebhookSecret(): string {
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
 * HTTP headers that sign a webhook's body and time according to Standard Webhooks, for which receivers have libraries.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signatureHeaders({ id, body, secret, now }: Signing): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
