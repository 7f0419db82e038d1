import "server-only";
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader, errors } from "jose";
import { parseSession, type Session, serializeSession } from "./session.ts";
import type { SessionKeys } from "./session-keys.ts";
import { compressSession, decompressSession } from "./session-pack.ts";

/** Keys and garden with which sessions are encrypted. */
export interface SessionEncryption {
  readonly keys: SessionKeys;
  /** Garden name with several gardens: a session cannot be decrypted for another garden, whatever the cookie's name. */
  readonly garden: string | undefined;
}

/** Encrypts a session for its cookie. */
export function encryptSession(session: Session, { keys, garden }: SessionEncryption): Promise<string> {
  return encryptText(serializeSession(session), purposeIn(garden), keys);
}

/** Compresses and encrypts a session that would not fit into the cookies otherwise. */
export function encryptCompressedSession(session: Session, { keys, garden }: SessionEncryption): Promise<string> {
  return sealBytes(compressSession(session), { typ: purposeIn(garden), cty: packed }, keys);
}

/** Decrypts a session; undefined for anything that was not encrypted with one of the keys for this garden. */
export async function decryptSession(
  sealed: string,
  { keys, garden }: SessionEncryption,
): Promise<Session | undefined> {
  const bytes = await openBytes(sealed, purposeIn(garden), keys);
  if (bytes === undefined) return undefined;
  // Only text whose encryption was verified is decompressed.
  return headerOf(sealed)?.cty === packed ? decompressSession(bytes) : parseSession(new TextDecoder().decode(bytes));
}

const packed = "deflate";

/** What an encrypted text is for; a text that was encrypted for another purpose is not accepted. */
type Purpose = "session" | `session@${string}` | "login" | "destination";

function purposeIn(garden: string | undefined): Purpose {
  return garden === undefined ? "session" : `session@${garden}`;
}

/** Encrypts a text as JWE (direct, AES-256-GCM), so that no byte can be changed. */
export function encryptText(text: string, purpose: Purpose, keys: SessionKeys): Promise<string> {
  return sealBytes(new TextEncoder().encode(text), { typ: purpose }, keys);
}

export async function decryptText(sealed: string, purpose: Purpose, keys: SessionKeys): Promise<string | undefined> {
  const bytes = await openBytes(sealed, purpose, keys);
  return bytes && new TextDecoder().decode(bytes);
}

interface SealedAs {
  readonly typ: Purpose;
  readonly cty?: string;
}

async function sealBytes(bytes: Uint8Array, as: SealedAs, keys: SessionKeys): Promise<string> {
  const [key] = await keys.current();
  return new CompactEncrypt(bytes)
    .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid: key.id, ...as })
    .encrypt(key.secret);
}

async function openBytes(sealed: string, purpose: Purpose, keys: SessionKeys): Promise<Uint8Array | undefined> {
  const header = headerOf(sealed);
  const key = (await keys.current()).find(({ id }) => id === header?.kid);
  if (key === undefined || header?.typ !== purpose) return undefined;
  try {
    const { plaintext } = await compactDecrypt(sealed, key.secret, {
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: ["A256GCM"],
    });
    return plaintext;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** Whether a text is encrypted with the current key, and not with an older one. */
export async function isEncryptedWithCurrentKey(sealed: string, keys: SessionKeys): Promise<boolean> {
  const [key] = await keys.current();
  return headerOf(sealed)?.kid === key.id;
}

function headerOf(sealed: string): { readonly kid?: string; readonly typ?: string; readonly cty?: string } | undefined {
  try {
    return decodeProtectedHeader(sealed);
  } catch {
    // The jose library throws a TypeError for a text that is no JWE.
    return undefined;
  }
}
