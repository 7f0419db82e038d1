export interface YamlToken {
  readonly kind: "key" | "text" | "literal" | "comment" | "mark";
  readonly text: string;
}

const keyPattern = /^(\s*(?:- )*)((?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s#"'[{][^:]*?))(:)(?=\s|$)(.*)$/;
const literalPattern = /^(?:true|false|null|~|[-+]?\d[\d_.]*(?:e[-+]?\d+)?)$/i;

/**
 * Splits YAML in block style into coloured tokens per line. The text is unchanged: the tokens of a line concatenate to
 * the line.
 */
export function highlightYaml(yaml: string): readonly (readonly YamlToken[])[] {
  return yaml.replace(/\n$/, "").split("\n").map(partsOf);
}

function partsOf(line: string): readonly YamlToken[] {
  if (/^\s*#/.test(line)) return [{ kind: "comment", text: line }];
  const match = keyPattern.exec(line);
  if (!match) return valueParts(line);
  const [, indent = "", key = "", colon = "", rest = ""] = match;
  return [
    { kind: "mark" as const, text: indent },
    { kind: "key" as const, text: key },
    { kind: "mark" as const, text: colon },
    ...valueParts(rest),
  ].filter(({ text }) => text !== "");
}

function valueParts(text: string): readonly YamlToken[] {
  const [lead = ""] = /^\s*(?:- )*/.exec(text) ?? [];
  const value = text.slice(lead.length);
  const kind = literalPattern.test(value.trim()) ? "literal" : "text";
  return [{ kind: "mark" as const, text: lead }, { kind, text: value } as const].filter((part) => part.text !== "");
}
