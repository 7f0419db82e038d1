import { filesWithMessages } from "#server/start/message-files.js";
import { childNodesOf, lineNumberAt, literalTextOf, parseSyntaxTree, type SyntaxNode, syntaxNameOf } from "./syntax.ts";

/** A user-visible message found in the source code, with its catalogue key. */
export interface FoundMessage {
  /** Catalogue key: the English ICU message and its context, such as `Open [state]`. */
  readonly name: string;
  readonly where: string;
  /** Names of the values that are passed to the message; undefined if the call does not list them. */
  readonly values?: readonly string[];
}

/** Functions that return a message, with the index of the argument that is the context. */
const contexts: Readonly<Record<string, number>> = { text: 2, message: 1, textParts: 2, richText: 2 };

/** All messages in a source file. */
export function findMessages(path: string, source: string): readonly FoundMessage[] {
  const found: FoundMessage[] = [];
  // Other packages have functions with the same names.
  if (!filesWithMessages.test(source)) return found;
  const visit = (node: SyntaxNode) => {
    if (node.type === "CallExpression") {
      const callee = syntaxNameOf(node.callee);
      const argument = Array.isArray(node.arguments) ? node.arguments : [];
      const said = literalTextOf(argument[0]);
      const at = contexts[callee];
      if (said !== undefined && at !== undefined && !isMember(node.callee)) {
        const context = literalTextOf(argument[at]);
        const values = callee === "message" ? undefined : valuesOf(argument[1]);
        found.push({
          name: context === undefined ? said : `${said} [${context}]`,
          where: `${path}:${lineNumberAt(source, node.start)}`,
          ...(values !== undefined && { values }),
        });
      }
    }
    for (const child of childNodesOf(node)) visit(child);
  };
  visit(parseSyntaxTree(path, source));
  return found;
}

function isMember(callee: unknown): boolean {
  return typeof callee === "object" && callee !== null && "type" in callee && callee.type === "MemberExpression";
}

function valuesOf(node: SyntaxNode | undefined): readonly string[] | undefined {
  if (node === undefined) return [];
  if (node.type !== "ObjectExpression" || !Array.isArray(node.properties)) return undefined;
  const properties: readonly SyntaxNode[] = node.properties;
  return properties.every(({ type }) => type === "Property")
    ? properties.map(({ key }) => syntaxNameOf(key))
    : undefined;
}
