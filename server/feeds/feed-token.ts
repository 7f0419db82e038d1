import "server-only";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** The two parts of a feed's secret URL: the feed's id, and the secret that proves access. */
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

/** Parses the last segment of a feed's URL, with or without `.ics`; undefined for anything else, such as a guess. */
export function parseFeedToken(text: string): FeedToken | undefined {
  const [, id, secret] = shape.exec(text.replace(/\.ics$/, "")) ?? [];
  return id !== undefined && secret !== undefined ? { id, secret } : undefined;
}

export function hashOfSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Whether a feed's secret has this hash, compared in constant time. */
export function isSecretOf(secret: string, hash: string): boolean {
  const [given, kept] = [Buffer.from(hashOfSecret(secret)), Buffer.from(hash)];
  return given.length === kept.length && timingSafeEqual(given, kept);
}
