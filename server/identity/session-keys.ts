import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { readFile, stat } from "node:fs/promises";

interface SessionKey {
  /** Id of the key, stored with each encrypted text, to find the key for decryption. */
  readonly id: string;
  readonly secret: Uint8Array;
}

/** Keys for session cookies: the first encrypts, all can decrypt. */
export interface SessionKeys {
  current(): Promise<readonly [SessionKey, ...SessionKey[]]>;
}

/** A random key that only this process knows: a restart ends every session, and other replicas cannot decrypt them. */
export function randomSessionKeys(): SessionKeys {
  const key = toKey(randomBytes(32));
  return { current: async () => [key] };
}

export interface KeyFilesOptions {
  readonly now: () => number;
  readonly recheckMs?: number;
  /** Called when a key file cannot be read; the previous keys stay in use. */
  readonly onFault?: (error: unknown) => void;
}

/**
 * Session keys from files, which are read again when they change. At the start, a file without a key is an error;
 * later, the previous keys stay in use, because a file that is being replaced must not end every session.
 */
export function sessionKeysFromFiles(files: readonly string[], options: KeyFilesOptions): SessionKeys {
  const { now, recheckMs = 10_000, onFault } = options;
  let loaded: { readonly stamp: string; readonly keys: readonly [SessionKey, ...SessionKey[]] } | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  const current = async () => {
    if (loaded !== undefined && now() - checkedAt < recheckMs) return loaded.keys;
    checkedAt = now();
    try {
      const stamp = await stampOf(files);
      if (stamp !== loaded?.stamp) loaded = { stamp, keys: await readKeys(files) };
    } catch (error) {
      if (loaded === undefined) throw error;
      onFault?.(error);
    }
    return loaded.keys;
  };
  return { current };
}

async function stampOf(files: readonly string[]): Promise<string> {
  const stats = await Promise.all(files.map((file) => stat(file)));
  return stats.map(({ mtimeMs, ino, size }) => `${ino}:${mtimeMs}:${size}`).join(" ");
}

async function readKeys(files: readonly string[]): Promise<readonly [SessionKey, ...SessionKey[]]> {
  const [first, ...rest] = await Promise.all(files.map(readKey));
  if (first === undefined) throw new Error("No session key file is named.");
  return [first, ...rest];
}

async function readKey(file: string): Promise<SessionKey> {
  const secret = Buffer.from((await readFile(file, "utf8")).trim(), "base64");
  if (secret.byteLength !== 32) {
    throw new Error(`${file} holds ${secret.byteLength} bytes; a session key is 32 random bytes in base64.`);
  }
  return toKey(secret);
}

function toKey(secret: Uint8Array): SessionKey {
  return { id: createHash("sha256").update(secret).digest("base64url").slice(0, 8), secret };
}
