import { isMap, isNode, isPair, isScalar, isSeq, LineCounter, type ParsedNode, parseDocument } from "yaml";
import { isRecord } from "#lib/kube/wire.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import type { JsonObject } from "./manifest.ts";
import type { ManifestPathSegment } from "./manifest-schema.ts";

/** Range of a text with its line; lines are counted from 1. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
  readonly line: number;
}

/** Error or warning about a range of the manifest text. Errors must be corrected before saving. */
export interface ManifestFinding extends TextRange {
  readonly severity: "error" | "warning";
  /** Path such as `spec.provider.workers[0].minimum`; empty for the whole text. */
  readonly path: string;
  readonly message: string;
}

export interface ParsedText {
  readonly value: JsonObject;
  /** Returns the text range of a field's name or a list item; if missing, that of its nearest existing parent. */
  readonly placeOf: (path: readonly ManifestPathSegment[]) => TextRange;
}

const longestText = 1_400_000;

/**
 * Parses YAML text that must contain a single object; reports syntax errors and duplicate keys with positions.
 *
 * @param noObject what to say of a text that is no object; by default how a manifest begins
 */
export function parseYamlText(
  written: string,
  noObject: Message = message("This is no object: it begins with apiVersion, kind, …"),
): Result<ParsedText, readonly ManifestFinding[]> {
  const whole = { severity: "error", path: "", from: 0, to: 0, line: 1 } as const;
  if (written.length > longestText)
    return fail([{ ...whole, message: text("The text is larger than any object may be.") }]);
  const lines = new LineCounter();
  const document = parseDocument(written, { lineCounter: lines, prettyErrors: false });
  const placed = (from: number, to: number) => ({ from, to, line: lines.linePos(from).line });
  if (document.errors.length > 0) {
    // One wrong indentation makes the parser report the same error for every following line.
    const told = new Set<string>();
    const faults = document.errors.flatMap(({ code, message: said, pos: [from, to] }) => {
      const problem =
        code === "DUPLICATE_KEY"
          ? text("{key} is here twice: one of the two has to go.", { key: keyLabel(written, from) })
          : said;
      if (told.has(problem)) return [];
      told.add(problem);
      return [{ ...whole, ...placed(from, to), message: problem }];
    });
    return fail(faults);
  }
  try {
    // YAML aliases can expand beyond any memory limit; the library counts them and throws.
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    if (!isRecord(value)) return fail([{ ...whole, message: text(noObject) }]);
    return ok({ value, placeOf: (path) => placed(...rangeOf(document.contents, path)) });
  } catch (error) {
    return fail([{ ...whole, message: error instanceof Error ? error.message : text("This cannot be read.") }]);
  }
}

function keyLabel(written: string, from: number): string {
  const [word = text("A key")] = /^[^\s:]+/.exec(written.slice(from, from + 300)) ?? [];
  return word;
}

function rangeOf(contents: ParsedNode | null, path: readonly ManifestPathSegment[]): [from: number, to: number] {
  let node: unknown = contents;
  let range: [number, number] = [0, 0];
  for (const segment of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === segment);
      if (!isPair(pair)) return range;
      range = nodeRange(pair.key) ?? range;
      node = pair.value;
    } else if (isSeq(node) && typeof segment === "number") {
      node = node.items[segment];
      range = nodeRange(node) ?? range;
    } else return range;
  }
  return range;
}

function nodeRange(node: unknown): [number, number] | undefined {
  return isNode(node) && node.range ? [node.range[0], node.range[1]] : undefined;
}
