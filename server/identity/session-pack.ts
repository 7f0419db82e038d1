import "server-only";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { z } from "zod";
import { parseSession, type Session, serializeSession } from "./session.ts";

/** Limit for decompression, far above the size of any session that fits into cookies. */
const mostBytes = 256 * 1024;

/** The session without its token, then the token: unchanged, or as three JWT parts with decoded header and payload. */
const packedSchema = z.tuple([
  z.string(),
  z.union([z.tuple([z.string()]), z.tuple([z.string(), z.string(), z.string()])]),
]);

/**
 * Compresses a session. The JWT in it is decoded from base64 to JSON first, because its groups then compress well: the
 * session contains the same ones.
 */
export function compressSession(session: Session): Uint8Array {
  const text = JSON.stringify([serializeSession({ ...session, token: "" }), partsOf(session.token)]);
  return deflateRawSync(text, { level: 9 });
}

/** Decompresses a session; undefined when the bytes are no compressed session. */
export function decompressSession(packed: Uint8Array): Session | undefined {
  const parsed = packedSchema.safeParse(JSON.parse(inflateRawSync(packed, { maxOutputLength: mostBytes }).toString()));
  if (!parsed.success) return undefined;
  const [text, parts] = parsed.data;
  const session = parseSession(text);
  return session && { ...session, token: tokenOf(parts) };
}

type Parts = z.infer<typeof packedSchema>[1];

/** Splits a JWT into its decoded parts; any other token, which could not be restored exactly, stays one part. */
function partsOf(token: string): Parts {
  const [head = "", body = "", signature, ...more] = token.split(".");
  if (signature === undefined || more.length > 0) return [token];
  const parts: Parts = [plain(head), plain(body), signature];
  return tokenOf(parts) === token ? parts : [token];
}

function tokenOf(parts: Parts): string {
  if (parts.length === 1) return parts[0];
  const [head, body, signature] = parts;
  return [coded(head), coded(body), signature].join(".");
}

function plain(part: string): string {
  return Buffer.from(part, "base64url").toString("utf8");
}

function coded(text: string): string {
  return Buffer.from(text, "utf8").toString("base64url");
}
