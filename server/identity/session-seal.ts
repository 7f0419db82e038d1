import "server-only";
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader, errors } from "jose";
import { parseSession, type Session, serializeSession } from "./session.ts";
import type { SessionKeys } from "./session-keys.ts";
import { packSession, unpackSession } from "./session-pack.ts";

/** How sessions are sealed. */
export interface SessionSeal {
  readonly keys: SessionKeys;
  /** Name of one garden of several: its sessions cannot be opened for another garden, whatever the cookie's name. */
  readonly garden: string | undefined;
}

/** Encrypts a session for its cookie. */
export function sealSession(session: Session, { keys, garden }: SessionSeal): Promise<string> {
  return sealText(serializeSession(session), purposeIn(garden), keys);
}

/** Like `sealSession`, but compressed, for a session that would not fit otherwise. */
export function sealPacked(session: Session, { keys, garden }: SessionSeal): Promise<string> {
  return sealBytes(packSession(session), { typ: purposeIn(garden), cty: packed }, keys);
}

/** Undefined for anything not sealed with one of our keys, or sealed for another garden. */
export async function openSession(sealed: string, { keys, garden }: SessionSeal): Promise<Session | undefined> {
  const bytes = await openBytes(sealed, purposeIn(garden), keys);
  if (bytes === undefined) return undefined;
  // Only authenticated bytes are unpacked.
  return headerOf(sealed)?.cty === packed ? unpackSession(bytes) : parseSession(new TextDecoder().decode(bytes));
}

const packed = "deflate";

/** Purpose of a sealed text: a text sealed for another purpose is not accepted. */
type Purpose = "session" | `session@${string}` | "login" | "destination";

function purposeIn(garden: string | undefined): Purpose {
  return garden === undefined ? "session" : `session@${garden}`;
}

/** JWE, direct AES-256-GCM, so that a change of any byte makes it unreadable. */
export function sealText(text: string, purpose: Purpose, keys: SessionKeys): Promise<string> {
  return sealBytes(new TextEncoder().encode(text), { typ: purpose }, keys);
}

export async function openText(sealed: string, purpose: Purpose, keys: SessionKeys): Promise<string | undefined> {
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

/** Whether a text is sealed with the current key; texts kept for long are resealed with it. */
export async function isSealedWithCurrentKey(sealed: string, keys: SessionKeys): Promise<boolean> {
  const [key] = await keys.current();
  return headerOf(sealed)?.kid === key.id;
}

function headerOf(sealed: string): { readonly kid?: string; readonly typ?: string; readonly cty?: string } | undefined {
  try {
    return decodeProtectedHeader(sealed);
  } catch {
    // jose throws a plain TypeError here: the text is no JWE, which is an expected result.
    return undefined;
  }
}
