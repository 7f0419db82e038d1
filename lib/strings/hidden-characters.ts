/**
 * Invisible characters that change how their neighbours are read: writing direction overrides and isolates, zero-width
 * spaces, byte order marks, tags, C1 controls. Zero-width joiners are excluded, because scripts and emoji need them.
 */
const hidden =
  /[\u0080-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

export function hasHiddenCharacters(text: string): boolean {
  return text.search(hidden) >= 0;
}

/** Replaces each hidden character by its code point, such as ⟨U+202E⟩, so that it becomes visible. */
export function markHiddenCharacters(text: string): string {
  return text.replace(hidden, (character) => `⟨U+${codeOf(character).toUpperCase().padStart(4, "0")}⟩`);
}

/** Escapes hidden characters as in YAML and JSON, for texts in which they occur only inside double quotes. */
export function escapeHiddenCharacters(text: string): string {
  return text.replace(hidden, (character) => {
    const code = codeOf(character);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16);
}
