import {
  type Document,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type ParsedNode,
  parseDocument,
  visit,
  type YAMLParseError,
} from "yaml";
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

/** Error in a YAML text, which is described later in the language of whoever reads it. */
export interface YamlTextError extends TextRange {
  readonly toMessage: () => string;
}

/** Parses YAML text that must contain a single object; reports syntax errors and duplicate keys with positions. */
export function parseYamlText(written: string): Result<ParsedText, readonly ManifestFinding[]> {
  const read = readYamlText(written);
  if (read.ok) return read;
  return fail(
    read.error.map(({ toMessage, ...range }) => ({ ...range, severity: "error", path: "", message: toMessage() })),
  );
}

/**
 * Reads YAML text as `parseYamlText`, without a translation.
 *
 * @param noObject what to say of a text that is no object; by default how a manifest begins
 */
export function readYamlText(
  written: string,
  noObject: Message = message("This is no object: it begins with apiVersion, kind, …"),
): Result<ParsedText, readonly YamlTextError[]> {
  const wrong = (toMessage: () => string) => fail([{ from: 0, to: 0, line: 1, toMessage }]);
  if (written.length > longestText) return wrong(() => text("The text is larger than any object may be."));
  try {
    const lines = new LineCounter();
    // The library compares each key of a map with all others, which takes minutes for a large one.
    const document = parseDocument(written, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
    const placed = (from: number, to: number) => ({ from, to, line: lines.linePos(from).line });
    const errors = [...document.errors.map(asTextError), ...duplicateKeys(document, written)];
    if (errors.length > 0) {
      // One wrong indentation makes the parser report the same error for every following line.
      const alike = Map.groupBy(errors, ({ identity }) => identity);
      const first = [...alike.values()].flatMap(([each]) => each ?? []);
      return fail(first.map(({ from, to, toMessage }) => ({ ...placed(from, to), toMessage })));
    }
    // YAML aliases can expand beyond any memory limit; the library counts them and throws.
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    if (!isRecord(value)) return wrong(() => text(noObject));
    return ok({ value, placeOf: (path) => placed(...rangeOf(document.contents, path)) });
  } catch (error) {
    return wrong(() => (error instanceof Error ? error.message : text("This cannot be read.")));
  }
}

interface PlacedError extends Omit<YamlTextError, "line"> {
  /** Errors with the same are told once. */
  readonly identity: string;
}

function asTextError({ message: said, pos: [from, to] }: YAMLParseError): PlacedError {
  return { from, to, identity: said, toMessage: () => said };
}

function duplicateKeys(document: Document, written: string): readonly PlacedError[] {
  const found: PlacedError[] = [];
  visit(document, {
    Map(_, map) {
      const keys = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        const [from = 0] = key.range ?? [];
        if (keys.has(key.value)) {
          const toMessage = () =>
            text("{key} is here twice: one of the two has to go.", { key: keyLabel(written, from) });
          found.push({ from, to: from + 1, identity: `twice ${keyLabel(written, from)}`, toMessage });
        }
        keys.add(key.value);
      }
    },
  });
  return found;
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
