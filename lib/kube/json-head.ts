const quote = '"';
const backslash = "\\";

/**
 * Extracts the strings at `paths`, such as `object.metadata.name`, from the beginning of a JSON text that may be cut
 * off. It is meant for texts that are too large to parse, and reads them in one pass up to the last complete string.
 */
export function extractStringsFromJsonHead(head: string, paths: ReadonlySet<string>): ReadonlyMap<string, string> {
  const deepest = Math.max(...Array.from(paths, (path) => path.split(".").length));
  const keys: string[] = [];
  const found = new Map<string, string>();
  let depth = 0;
  for (let at = 0; at < head.length; at += 1) {
    const sign = head[at];
    if (sign === "{" || sign === "[") {
      depth += 1;
      // No path contains an array.
      if (depth <= deepest) keys[depth - 1] = sign;
    } else if (sign === "}" || sign === "]") {
      depth -= 1;
    } else if (sign === quote) {
      const end = endOfText(head, at);
      if (end === undefined) break;
      if (depth <= deepest) takeText(head.slice(at, end + 1), isKey(head, end + 1));
      at = end;
    }
  }
  return found;

  function takeText(source: string, asKey: boolean): void {
    const text: unknown = JSON.parse(source);
    if (typeof text !== "string") return;
    if (asKey) {
      keys[depth - 1] = text;
      return;
    }
    const path = keys.slice(0, depth).join(".");
    if (paths.has(path)) found.set(path, text);
  }
}

/** Returns the end of the JSON string that begins at `from`; undefined if the text is cut off inside it. */
function endOfText(json: string, from: number): number | undefined {
  for (let end = json.indexOf(quote, from + 1); end >= 0; end = json.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (json[end - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return undefined;
}

function isKey(json: string, after: number): boolean {
  let at = after;
  while (json[at] === " " || json[at] === "\t" || json[at] === "\n" || json[at] === "\r") at += 1;
  return json[at] === ":";
}
