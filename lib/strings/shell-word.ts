/**
 * A text as one word of a POSIX shell: unchanged where no character has a meaning there, else in single quotes, within
 * which a shell changes nothing.
 */
export function shellWord(text: string): string {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
