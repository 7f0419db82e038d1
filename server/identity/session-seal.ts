import "server-only";
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader, errors } from "jose";
import { type Session, sessionFromText, sessionToText } from "./session.ts";
import type { SessionKeys } from "./session-keys.ts";

/** Whose sessions are sealed, and with what. */
export interface SessionSeal {
  readonly keys: SessionKeys;
  /** One garden of several: its sessions open nowhere else, under whatever cookie they come. */
  readonly garden: string | undefined;
}

/** Encrypts a session for its cookie. */
export function sealSession(session: Session, { keys, garden }: SessionSeal): Promise<string> {
  return sealText(sessionToText(session), purposeIn(garden), keys);
}

/** Undefined for anything that one of our keys did not seal, or sealed for another garden. */
export async function openSession(sealed: string, { keys, garden }: SessionSeal): Promise<Session | undefined> {
  const text = await openText(sealed, purposeIn(garden), keys);
  return text === undefined ? undefined : sessionFromText(text);
}

/** What a sealed text is for: one that was made for something else is never taken. */
type Purpose = "session" | `session@${string}` | "login" | "destination";

function purposeIn(garden: string | undefined): Purpose {
  return garden === undefined ? "session" : `session@${garden}`;
}

/** JWE, direct AES-256-GCM, so that a changed byte anywhere makes it unreadable. */
export async function sealText(text: string, purpose: Purpose, keys: SessionKeys): Promise<string> {
  const [key] = await keys.current();
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid: key.id, typ: purpose })
    .encrypt(key.secret);
}

export async function openText(sealed: string, purpose: Purpose, keys: SessionKeys): Promise<string | undefined> {
  const header = headerOf(sealed);
  const key = (await keys.current()).find(({ id }) => id === header?.kid);
  if (key === undefined || header?.typ !== purpose) return undefined;
  try {
    const { plaintext } = await compactDecrypt(sealed, key.secret, {
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: ["A256GCM"],
    });
    return new TextDecoder().decode(plaintext);
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** Whether a text is sealed with the key that seals now: what is to be kept for long is sealed again with that one. */
export async function isSealedNow(sealed: string, keys: SessionKeys): Promise<boolean> {
  const [key] = await keys.current();
  return headerOf(sealed)?.kid === key.id;
}

function headerOf(sealed: string): { readonly kid?: string; readonly typ?: string } | undefined {
  try {
    return decodeProtectedHeader(sealed);
  } catch {
    // jose throws a plain TypeError here: the text is no JWE at all, which is an answer and not a fault.
    return undefined;
  }
}
