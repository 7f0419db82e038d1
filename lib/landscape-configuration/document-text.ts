import { Lexer } from "yaml";
import { message, text } from "#lib/language/text.ts";
import { type ParsedText, readYamlText, type TextRange, type YamlTextError } from "#lib/manifest/yaml-document.ts";
import { fail, type Result } from "#lib/result.ts";

/** Longest document that is read, in characters; a ConfigMap holds a MiB at most. */
export const longestDocument = 512 * 1024;
/** Most tokens of YAML that are read, of which a key with a value has about five: they bound the time of reading. */
const mostTokens = 40_000;

/** A line that says nothing: empty, a comment, or the begin or end of a document. */
const emptyLine = /^(?:#.*|(?:---|\.\.\.)(?:\s+#.*)?)?$/;

/** Whether a document has comments only. */
export function isEmptyDocument(written: string): boolean {
  return written.length <= longestDocument && written.split("\n").every((line) => emptyLine.test(line.trim()));
}

/**
 * Reads the document of the operator, in a time that is bounded whatever it has. It can have no aliases, because these
 * can expand beyond any memory, or contain themselves.
 */
export function readDocumentText(written: string): Result<ParsedText, readonly YamlTextError[]> {
  if (written.length > longestDocument) {
    return fail([
      { from: 0, to: 0, line: 1, toMessage: () => text("The document is larger than 512 KiB, so it is not read.") },
    ]);
  }
  const [refused] = unreadableTokens(written);
  return refused === undefined
    ? readYamlText(written, message("This is no list of keys with values."))
    : fail([refused]);
}

/** The tokens for which a document is not read. */
function* unreadableTokens(written: string): Generator<YamlTextError> {
  let [count, from, isScalar] = [0, 0, false];
  for (const token of new Lexer().lex(written)) {
    count += 1;
    if (count > mostTokens) {
      const toMessage = () =>
        text("The document has more than {most, number} parts, so it is not read.", { most: mostTokens });
      yield { ...rangeAt(written, from), toMessage };
      return;
    }
    if (!isScalar && token.startsWith("*")) {
      yield { ...rangeAt(written, from), toMessage: () => text("The document has an alias, so it is not read.") };
    }
    isScalar = token === scalarMark;
    if (!marks.has(token)) from += token.length;
  }
}

/** Tokens of the lexer that stand for no text: before a scalar, at the begin of a document, and at a broken end. */
const scalarMark = "\u001f";
const marks: ReadonlySet<string> = new Set([scalarMark, "\u0002", "\u0018"]);

function rangeAt(written: string, from: number): TextRange {
  return { from, to: from, line: written.slice(0, from).split("\n").length };
}
