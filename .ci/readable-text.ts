import { parseAst } from "vitest/node";

/** A text in the source code that users can read, and its line number. */
export interface ReadableText {
  readonly line: number;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** Contexts whose strings only programs read. */
const unread = new Set([
  "ImportDeclaration",
  "ExportAllDeclaration",
  "TSLiteralType",
  "TSEnumMember",
  "ImportExpression",
]);

/** User-readable string literals, templates and JSX text of a TypeScript file; no comments, names, imports or types. */
export function readableTextOf(file: string, source: string): readonly ReadableText[] {
  const found: ReadableText[] = [];
  const visit = (node: Node): void => {
    if (unread.has(node.type)) return;
    const text = textOf(node);
    if (text !== undefined && isProse(node, text)) found.push({ line: lineAt(source, node.start), text });
    for (const [key, child] of Object.entries(node)) {
      if (isKey(node, key)) continue;
      for (const each of Array.isArray(child) ? child : [child]) if (isNode(each)) visit(each);
    }
  };
  visit(parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" }) as unknown as Node);
  return found;
}

function textOf(node: Node): string | undefined {
  if (node.type === "TemplateElement") return (node.value as { cooked?: string }).cooked;
  if (node.type === "Literal" || node.type === "JSXText")
    return typeof node.value === "string" ? node.value : undefined;
  return undefined;
}

/** Whether a string is a single lower-case word, which counts as a code unless it is JSX text. */
function isProse(node: Node, text: string): boolean {
  return node.type === "JSXText" ? text.trim() !== "" : /\s|^[A-Z]/.test(text);
}

function isKey(node: Node, key: string): boolean {
  if (node.type === "JSXAttribute")
    return key === "value" && /^(className|d|id)$/.test(String((node.name as Node).name));
  return key === "key" && node.type === "Property";
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split("\n").length;
}
