import { fieldAt } from "#lib/kube/field.ts";

/**
 * Key of a cluster's spec: its generation and a digest. The digest is needed because a change that is confined to the
 * maintenance window leaves the generation the same.
 */
export function specKey(shoot: unknown): string | undefined {
  const generation = fieldAt(shoot, "metadata", "generation");
  if (typeof generation !== "number") return undefined;
  return `${generation}-${digest(JSON.stringify(fieldAt(shoot, "spec") ?? null))}`;
}

/** Generation in a key, for display. */
export function generationIn(key: string): string {
  return key.split("-", 1).join("");
}

/** FNV-1a: not security-relevant, and a tab has only a few specs per generation. */
function digest(text: string): string {
  let hash = 0x81_1c_9d_c5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01_00_01_93);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
