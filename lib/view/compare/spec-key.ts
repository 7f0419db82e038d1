import { fieldAt } from "#lib/kube/field.ts";

/**
 * What tells one spec of a cluster from another: its generation and a digest. Where changes are confined to the
 * maintenance window, a change of the spec leaves the generation as it is.
 */
export function specKey(shoot: unknown): string | undefined {
  const generation = fieldAt(shoot, "metadata", "generation");
  if (typeof generation !== "number") return undefined;
  return `${generation}-${digest(JSON.stringify(fieldAt(shoot, "spec") ?? null))}`;
}

/** The generation in a key, for people. */
export function generationIn(key: string): string {
  return key.split("-", 1).join("");
}

/** FNV-1a: no secret hangs on it, and a tab holds a few specs of one generation at most. */
function digest(text: string): string {
  let hash = 0x81_1c_9d_c5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01_00_01_93);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
