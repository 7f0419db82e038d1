/** A dash that begins an item of a list, or the key of a map, and the column it stands in. */
type LineElement =
  | { readonly kind: "dash"; readonly column: number }
  | {
      readonly kind: "key";
      readonly column: number;
      readonly end: number;
      readonly key: string;
      readonly value: string;
    };

/** One line of YAML in block style, taken apart as far as its indentation tells. */
export interface YamlLine {
  /** The offset of its first character in the text. */
  readonly from: number;
  readonly text: string;
  /** Empty, or nothing but a comment. */
  readonly blank: boolean;
  readonly indent: number;
  /** Where the content after all dashes begins. */
  readonly column: number;
  readonly elements: readonly LineElement[];
}

const keyPattern = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#[\]{}&*!|>%@`,-][^#]*?|-[^\s#][^#]*?)[ ]*:(?=[ ]|$)/;

function unquoted(key: string): string {
  if (key.startsWith("'")) return key.slice(1, -1).replaceAll("''", "'");
  return key.startsWith('"') ? key.slice(1, -1).replace(/\\(.)/g, "$1") : key;
}

export function parseLine(text: string, from: number): YamlLine {
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

export function yamlLines(text: string): readonly YamlLine[] {
  let from = 0;
  return text.split("\n").map((line) => {
    const parsed = parseLine(line.replace(/\r$/, ""), from);
    from += line.length + 1;
    return parsed;
  });
}

/** The row that an offset stands in; the last one for an offset beyond the end. */
export function rowAt(lines: readonly YamlLine[], offset: number): number {
  const after = lines.findIndex(({ from }) => from > offset);
  return (after < 0 ? lines.length : after) - 1;
}
