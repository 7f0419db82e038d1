import "server-only";
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader, errors } from "jose";
import { type Session, sessionFromText, sessionToText } from "./session.ts";
import type { SessionKeys } from "./session-keys.ts";

/** Encrypts a session for its cookie: JWE, direct AES-256-GCM, so that a changed byte anywhere makes it unreadable. */
export async function sealSession(session: Session, keys: SessionKeys): Promise<string> {
  const [key] = await keys.current();
  return new CompactEncrypt(new TextEncoder().encode(sessionToText(session)))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid: key.id })
    .encrypt(key.secret);
}

/** Undefined for anything that one of our keys did not seal. */
export async function openSession(sealed: string, keys: SessionKeys): Promise<Session | undefined> {
  const id = keyIdOf(sealed);
  const key = (await keys.current()).find((candidate) => candidate.id === id);
  if (key === undefined) return undefined;
  try {
    const { plaintext } = await compactDecrypt(sealed, key.secret, {
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: ["A256GCM"],
    });
    return sessionFromText(new TextDecoder().decode(plaintext));
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

function keyIdOf(sealed: string): string | undefined {
  try {
    return decodeProtectedHeader(sealed).kid;
  } catch {
    // jose throws a plain TypeError here: the text is no JWE at all, which is an answer and not a fault.
    return undefined;
  }
}
