import { parseSync } from "oxc-parser";

/** A node of a syntax tree, of which only type and position are declared. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export function parseSyntaxTree(path: string, source: string): SyntaxNode {
  const { program, errors } = parseSync(path, source);
  const [first] = errors;
  if (first !== undefined) throw new Error(`${path}: ${first.message}`);
  if (!isSyntaxNode(program)) throw new Error(`${path}: nothing to read`);
  return program;
}

export function isSyntaxNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** The direct child nodes of a syntax node. */
export function childNodesOf(node: SyntaxNode): readonly SyntaxNode[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isSyntaxNode) : isSyntaxNode(value) ? [value] : [],
  );
}

/** The name of a called function, an attribute or a property. */
export function syntaxNameOf(node: unknown): string {
  if (!isSyntaxNode(node)) return "";
  if (typeof node.name === "string") return node.name;
  if (node.type === "MemberExpression") return syntaxNameOf(node.property);
  if (node.type === "JSXNamespacedName") return `${syntaxNameOf(node.namespace)}:${syntaxNameOf(node.name)}`;
  return node.type === "Literal" ? String(node.value) : "";
}

/** The text of a string literal; undefined for any other node. */
export function literalTextOf(node: unknown): string | undefined {
  return isSyntaxNode(node) && node.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

export function lineNumberAt(source: string, at: number): number {
  return source.slice(0, at).split("\n").length;
}
