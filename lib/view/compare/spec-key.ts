import { fieldAt } from "#lib/kube/field.ts";

/**
 * Returns the key of a Shoot's spec: its generation and a digest. The digest is needed because a change whose rollout
 * is confined to the maintenance window leaves the generation the same.
 */
export function specKey(shoot: unknown): string | undefined {
  const generation = fieldAt(shoot, "metadata", "generation");
  if (typeof generation !== "number") return undefined;
  return `${generation}-${digest(JSON.stringify(fieldAt(shoot, "spec") ?? null))}`;
}

/** Returns the generation in a spec key, for display. */
export function generationOfSpecKey(key: string): string {
  return key.split("-", 1).join("");
}

/** Returns the FNV-1a hash of a text. Collisions are harmless: a browser tab stores only a few specs per generation. */
function digest(text: string): string {
  let hash = 0x81_1c_9d_c5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01_00_01_93);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
