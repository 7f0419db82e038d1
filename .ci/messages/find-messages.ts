import { filesWithMessages } from "#server/start/message-files.js";
import { childrenOf, lineOf, literalOf, parse, type Syntax, syntaxNameOf } from "./syntax.ts";

/** A message in the sources, as a catalogue names it. */
export interface FoundMessage {
  /** The ICU message in English, and its context, such as `Open [state]`. */
  readonly name: string;
  readonly where: string;
  /** The names of the values that it is said with; undefined where they are not written there. */
  readonly values?: readonly string[];
}

/** What says a message, and which argument is its context. */
const contexts: Readonly<Record<string, number>> = { text: 2, message: 1, textParts: 2, richText: 2 };

/** All messages of a file. */
export function findMessages(path: string, source: string): readonly FoundMessage[] {
  const found: FoundMessage[] = [];
  // Others call their functions so, too.
  if (!filesWithMessages.test(source)) return found;
  const visit = (node: Syntax) => {
    if (node.type === "CallExpression") {
      const callee = syntaxNameOf(node.callee);
      const argument = Array.isArray(node.arguments) ? node.arguments : [];
      const said = literalOf(argument[0]);
      const at = contexts[callee];
      if (said !== undefined && at !== undefined && !isMember(node.callee)) {
        const context = literalOf(argument[at]);
        const values = callee === "message" ? undefined : valuesOf(argument[1]);
        found.push({
          name: context === undefined ? said : `${said} [${context}]`,
          where: `${path}:${lineOf(source, node.start)}`,
          ...(values !== undefined && { values }),
        });
      }
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parse(path, source));
  return found;
}

function isMember(callee: unknown): boolean {
  return typeof callee === "object" && callee !== null && "type" in callee && callee.type === "MemberExpression";
}

function valuesOf(node: Syntax | undefined): readonly string[] | undefined {
  if (node === undefined) return [];
  if (node.type !== "ObjectExpression" || !Array.isArray(node.properties)) return undefined;
  const properties: readonly Syntax[] = node.properties;
  return properties.every(({ type }) => type === "Property")
    ? properties.map(({ key }) => syntaxNameOf(key))
    : undefined;
}
