/**
 * Characters that are not seen and change how their neighbours are read: overrides and isolates of the writing
 * direction, blanks without width, byte order marks, tags, C1 controls. The joiners stay, which scripts and emoji need.
 */
const hidden =
  /[\u0080-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

export function hasHiddenCharacters(text: string): boolean {
  return text.search(hidden) >= 0;
}

/** Each hidden character by its name, such as ⟨U+202E⟩, so that a text reads as it is written. */
export function markHiddenCharacters(text: string): string {
  return text.replace(hidden, (character) => `⟨U+${codeOf(character).toUpperCase().padStart(4, "0")}⟩`);
}

/** As escapes of YAML and JSON, for texts whose hidden characters all stand in double quotes. */
export function escapeHiddenCharacters(text: string): string {
  return text.replace(hidden, (character) => {
    const code = codeOf(character);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16);
}
