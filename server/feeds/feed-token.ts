import "server-only";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** The two halves of a feed's token: its id, and the secret that proves access. */
export interface FeedToken {
  readonly id: string;
  readonly secret: string;
}

export const feedIdLength = 12;

const shape = /^([a-z0-9]{12})\.([A-Za-z0-9_-]{43})$/;

export function newFeedToken(): FeedToken {
  return { id: randomBytes(6).toString("hex"), secret: randomBytes(32).toString("base64url") };
}

export function formatFeedToken({ id, secret }: FeedToken): string {
  return `${id}.${secret}`;
}

/** Undefined for anything that is not a token, such as a guess; a trailing `.ics` is removed. */
export function parseFeedToken(text: string): FeedToken | undefined {
  const [, id, secret] = shape.exec(text.replace(/\.ics$/, "")) ?? [];
  return id !== undefined && secret !== undefined ? { id, secret } : undefined;
}

export function hashOfSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Compares in constant time. */
export function isSecretOf(secret: string, hash: string): boolean {
  const [given, kept] = [Buffer.from(hashOfSecret(secret)), Buffer.from(hash)];
  return given.length === kept.length && timingSafeEqual(given, kept);
}
