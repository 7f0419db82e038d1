import "server-only";

interface Level {
  /** The path of the value whose members are read. */
  readonly path: string;
  /** The names that have stood in it; undefined in a list. */
  readonly names: Set<string> | undefined;
  /** The member that is read: a name, or the place in a list. */
  member: string | number;
}

/**
 * The fields that stand twice in one object of a JSON text, as `spec.purpose`, of which JSON.parse keeps the last without a
 * word. The text must be valid.
 */
export function duplicateFields(text: string): readonly string[] {
  const duplicates: string[] = [];
  const levels: Level[] = [];
  let lastString = "";
  for (let at = 0; at < text.length; at += 1) {
    const level = levels.at(-1);
    switch (text[at]) {
      case '"': {
        const end = endOfString(text, at);
        lastString = text.slice(at, end);
        at = end - 1;
        break;
      }
      case "{":
      case "[":
        levels.push({
          path: level === undefined ? "" : pathOf(level),
          names: text[at] === "{" ? new Set() : undefined,
          member: 0,
        });
        break;
      case "}":
      case "]":
        levels.pop();
        break;
      case ",":
        if (typeof level?.member === "number") level.member += 1;
        break;
      case ":":
        if (level?.names === undefined) break;
        level.member = String(JSON.parse(lastString));
        if (level.names.has(level.member)) duplicates.push(pathOf(level));
        level.names.add(level.member);
    }
  }
  return duplicates;
}

/** Behind the quotation mark that ends the string which begins at a place. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

function pathOf({ path, member }: Level): string {
  if (typeof member === "number") return `${path}[${member}]`;
  return path === "" ? member : `${path}.${member}`;
}
