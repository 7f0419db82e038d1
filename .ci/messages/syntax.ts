import { parseSync } from "oxc-parser";

/** A node of the syntax tree, of which only its type and place are known. */
export interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export function parse(path: string, source: string): Syntax {
  const { program, errors } = parseSync(path, source);
  const [first] = errors;
  if (first !== undefined) throw new Error(`${path}: ${first.message}`);
  if (!isSyntax(program)) throw new Error(`${path}: nothing to read`);
  return program;
}

export function isSyntax(value: unknown): value is Syntax {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** The nodes right below one. */
export function childrenOf(node: Syntax): readonly Syntax[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isSyntax) : isSyntax(value) ? [value] : [],
  );
}

/** The name of what is called, or of an attribute or property. */
export function syntaxNameOf(node: unknown): string {
  if (!isSyntax(node)) return "";
  if (typeof node.name === "string") return node.name;
  if (node.type === "MemberExpression") return syntaxNameOf(node.property);
  if (node.type === "JSXNamespacedName") return `${syntaxNameOf(node.namespace)}:${syntaxNameOf(node.name)}`;
  return node.type === "Literal" ? String(node.value) : "";
}

/** What a literal says; undefined for anything else. */
export function literalOf(node: unknown): string | undefined {
  return isSyntax(node) && node.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

export function lineOf(source: string, at: number): number {
  return source.slice(0, at).split("\n").length;
}
