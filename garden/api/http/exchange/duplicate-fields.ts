import "server-only";

interface Level {
  /** Path of the JSON object or array that is being read. */
  readonly path: string;
  /** Field names already seen in the object; undefined for an array. */
  readonly names: Set<string> | undefined;
  /** The member that is being read: a field name, or an array index. */
  member: string | number;
}

/**
 * Finds fields that occur twice in the same object of a valid JSON text, such as `spec.purpose`. JSON.parse silently
 * uses the last occurrence.
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

/** The index after the closing quotation mark of the string that starts at `from`. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

function pathOf({ path, member }: Level): string {
  if (typeof member === "number") return `${path}[${member}]`;
  return path === "" ? member : `${path}.${member}`;
}
