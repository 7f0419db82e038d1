import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { readFile, stat } from "node:fs/promises";

interface SessionKey {
  /** Identifies the key in the sealed text, so that the right one is used to open it. */
  readonly id: string;
  readonly secret: Uint8Array;
}

/** Source of session keys: the first seals, all can open. */
export interface SessionKeys {
  current(): Promise<readonly [SessionKey, ...SessionKey[]]>;
}

/** A key of this process only: a restart ends every session, and a second replica cannot open them. */
export function randomSessionKeys(): SessionKeys {
  const key = toKey(randomBytes(32));
  return { current: async () => [key] };
}

export interface KeyFilesOptions {
  readonly now: () => number;
  readonly recheckMs?: number;
  /** Called when a file can no longer be read; the previous keys stay in use. */
  readonly onFault?: (error: unknown) => void;
}

/**
 * Keys from files, read again when a file changes, checked at most every `recheckMs`. Rejects when a file has no key at
 * the start; later, a file that is being replaced must not end every session.
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
