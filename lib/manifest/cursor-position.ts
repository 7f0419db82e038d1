import type { ManifestPathSegment } from "./manifest-schema.ts";

/** Dash of a list item, or key of a map, with its column in the line. */
type LineElement =
  | { readonly kind: "dash"; readonly column: number }
  | {
      readonly kind: "key";
      readonly column: number;
      readonly end: number;
      readonly key: string;
      readonly value: string;
    };

/** Line of YAML in block style, split into indentation, dashes, key and value. */
interface YamlLine {
  /** Offset of the line's first character in the text. */
  readonly from: number;
  readonly text: string;
  /** Whether the line is empty or only a comment. */
  readonly blank: boolean;
  readonly indent: number;
  /** Column of the line's content after all dashes. */
  readonly column: number;
  readonly elements: readonly LineElement[];
}

const keyPattern = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#[\]{}&*!|>%@`,-][^#]*?|-[^\s#][^#]*?)[ ]*:(?=[ ]|$)/;

function unquoted(key: string): string {
  if (key.startsWith("'")) return key.slice(1, -1).replaceAll("''", "'");
  return key.startsWith('"') ? key.slice(1, -1).replace(/\\(.)/g, "$1") : key;
}

function parseLine(text: string, from: number): YamlLine {
  const indent = text.length - text.trimStart().length;
  const elements: LineElement[] = [];
  let column = indent;
  while (text[column] === "-" && (column + 1 === text.length || text[column + 1] === " ")) {
    elements.push({ kind: "dash", column });
    column += 1;
    while (text[column] === " ") column += 1;
  }
  const [whole, key] = keyPattern.exec(text.slice(column)) ?? [];
  if (whole !== undefined && key !== undefined) {
    const value = text.slice(column + whole.length).replace(/(^|\s)#.*$/, "");
    elements.push({ kind: "key", column, end: column + key.length, key: unquoted(key), value: value.trim() });
  }
  const content = text.trim();
  return { from, text, blank: content === "" || content.startsWith("#"), indent, column, elements };
}

function yamlLines(text: string): readonly YamlLine[] {
  let from = 0;
  return text.split("\n").map((line) => {
    const parsed = parseLine(line.replace(/\r$/, ""), from);
    from += line.length + 1;
    return parsed;
  });
}

/** Row of an offset; the last row for an offset beyond the end. */
function rowAt(lines: readonly YamlLine[], offset: number): number {
  const after = lines.findIndex(({ from }) => from > offset);
  return (after < 0 ? lines.length : after) - 1;
}

/** Position of the cursor in the structure of a YAML text. Offsets are counted from the start of the text. */
export interface CursorPosition {
  readonly writes: "key" | "value";
  /** Path at the cursor: of the map around a key, which may become a list item; or of the field of a value. */
  readonly path: readonly ManifestPathSegment[];
  readonly from: number;
  readonly to: number;
  readonly typed: string;
  /** Column of the key; nested content has to be indented further. */
  readonly column: number;
  /** Whether a colon follows the key already. */
  readonly followed: boolean;
  /** Keys that the surrounding map already has. */
  readonly present: ReadonlySet<string>;
}

/** Returns whether an object or list may follow below a key with this value; an anchor or a tag is not a value yet. */
function opensBlock(value: string): boolean {
  return value === "" || /^[&!]\S*$/.test(value);
}

/**
 * Path of the fields and items around a position, from indentation alone, so that incomplete text which no parser
 * accepts works. Undefined inside multi-line strings and where the indentation is inconsistent.
 */
function pathAround(
  lines: readonly YamlLine[],
  row: number,
  column: number,
): readonly ManifestPathSegment[] | undefined {
  const path: ManifestPathSegment[] = [];
  let bound = column;
  // Number of items above the enclosing one, in the list whose dashes are at column `bound`.
  let index: number | undefined;
  for (let at = row; at >= 0; at -= 1) {
    const line = lines[at];
    if (line === undefined || (line.blank && at !== row)) continue;
    for (const element of line.elements.toReversed()) {
      if (index !== undefined && element.kind === "dash" && element.column === bound && at !== row) index += 1;
      const isAround =
        element.column < bound || (index !== undefined && element.kind === "key" && element.column === bound);
      if (!isAround) continue;
      if (index !== undefined) path.unshift(index);
      index = element.kind === "dash" ? 0 : undefined;
      bound = element.column;
      if (element.kind === "dash") continue;
      if (!opensBlock(element.value)) return undefined;
      path.unshift(element.key);
    }
  }
  if (index !== undefined) path.unshift(index);
  return path;
}

/** Keys of the map at a position. */
function keysBeside(lines: readonly YamlLine[], row: number, column: number): ReadonlySet<string> {
  const keys = new Set<string>();
  const own = lines[row];
  const walk = (step: 1 | -1) => {
    for (let at = row + step; at >= 0 && at < lines.length; at += step) {
      const line = lines[at];
      if (line === undefined || line.blank) continue;
      const isItem = line.elements.some(({ kind, column: place }) => kind === "dash" && place < column);
      if (line.indent < column && (step === 1 || !isItem)) return;
      for (const element of line.elements)
        if (element.kind === "key" && element.column === column) keys.add(element.key);
      if (line.indent < column) return;
    }
  };
  if (own?.elements.every(({ kind }) => kind !== "dash")) walk(-1);
  walk(1);
  return keys;
}

const startsOtherwise = /^["'[{&*!|>#]/;

/** Position of the cursor in the structure; undefined where nothing can be completed. */
export function cursorPositionIn(text: string, offset: number): CursorPosition | undefined {
  const lines = yamlLines(text);
  const row = rowAt(lines, offset);
  const whole = lines[row];
  if (whole === undefined) return undefined;
  const at = Math.min(offset - whole.from, whole.text.length);
  const before = parseLine(whole.text.slice(0, at), whole.from);
  if (/(^|\s)#/.test(before.text)) return undefined;
  const rest = whole.text.slice(at);
  const key = before.elements.find((element) => element.kind === "key");
  const around = pathAround(lines, row, before.column);
  if (around === undefined) return undefined;
  if (key !== undefined) {
    const typed = before.text.slice(key.end).replace(/^\s*:\s*/, "");
    // Directly after a colon, YAML requires a space first.
    if (startsOtherwise.test(typed) || before.text.endsWith(":") || rest.trim() !== "") return undefined;
    const from = offset - typed.length;
    const path = [...around, key.key];
    return { writes: "value", path, from, to: offset, typed, column: key.column, followed: false, present: new Set() };
  }
  const typed = before.text.slice(before.column);
  if (startsOtherwise.test(typed) || /\s/.test(typed)) return undefined;
  const [word = ""] = /^[^\s:]*/.exec(rest) ?? [];
  return {
    writes: "key",
    path: around,
    from: offset - typed.length,
    to: offset + word.length,
    typed,
    column: before.column,
    followed: rest.slice(word.length).startsWith(":"),
    present: keysBeside(lines, row, before.column),
  };
}

/** Returns the path of the field whose name is at an offset of the text. */
export function yamlKeyAtOffset(
  text: string,
  offset: number,
): { readonly path: readonly ManifestPathSegment[]; readonly from: number; readonly to: number } | undefined {
  const lines = yamlLines(text);
  const row = rowAt(lines, offset);
  const line = lines[row];
  if (line === undefined || line.blank) return undefined;
  const at = offset - line.from;
  const key = line.elements.find((element) => element.kind === "key");
  if (key === undefined || at < key.column || at > key.end) return undefined;
  const around = pathAround(lines, row, key.column);
  return around && { path: [...around, key.key], from: line.from + key.column, to: line.from + key.end };
}
