import {
  childNodesOf,
  isSyntaxNode,
  lineNumberAt,
  literalTextOf,
  parseSyntaxTree,
  type SyntaxNode,
  syntaxNameOf,
} from "./syntax.ts";

/** JSX attributes and properties whose texts users read. */
const said =
  /^(label|title|aria-label|aria-description|aria-roledescription|placeholder|alt|hint|description|caption|what|heading|summary|detail|meaning|reason|disabledReason|why|headline|lead|legend)$/;
/** JSX attributes and properties whose texts only programs read. */
const unsaid =
  /^(className|.*Class|class|id|key|href|type|role|variant|size|kind|hue|tone|name|value|rel|target|d|viewBox|data-.*|htmlFor|src|lang|as|style)$/;
/** Functions whose arguments are already messages, or texts that users do not read. */
const saying = /^(text|message|textParts|richText)$/;
const silent =
  /^(clsx|cva|RegExp|URL|Error|TypeError|RangeError|has|get|set|startsWith|endsWith|includes|import|debug|warn|info|error|check|regex|refine)$/;

/** Whether a text is natural language, not a code such as `read-only`: it has a capital letter or several words. */
const hasWords = (text: string) => /\p{L}{2}/u.test(text) && !/^[a-z0-9.…-]+$/.test(text);
const isSentence = (text: string) =>
  /^[A-Z][a-z]+(['’,]?[ -][A-Za-z0-9({]|.*[.…?!]$)/.test(text.trim()) ||
  (/\p{L}{2,}[.…?!]$/u.test(text) && text.includes(" "));

/** Untranslated texts of a source file that users read, each with its location. */
export function findUntranslatableTexts(path: string, source: string): readonly string[] {
  const found: string[] = [];
  const report = (node: SyntaxNode, text: string) =>
    found.push(`${path}:${lineNumberAt(source, node.start)}: ${text.trim().replaceAll(/\s+/g, " ").slice(0, 80)}`);
  const visit = (node: SyntaxNode, isSaid: boolean) => {
    const { type } = node;
    if (/^(TS(?!AsExpression|SatisfiesExpression)|Import|ThrowStatement|ExportAll)/.test(type)) return;
    if (typeof node.directive === "string") return;
    if (type === "CallExpression" || type === "NewExpression") {
      const callee = syntaxNameOf(node.callee);
      if (silent.test(callee)) return;
      if (saying.test(callee) && Array.isArray(node.arguments)) {
        for (const argument of node.arguments.slice(1)) if (isSyntaxNode(argument)) visit(argument, false);
        return;
      }
    }
    if (type === "JSXText") {
      const text = String(node.value);
      if (hasWords(text)) report(node, text);
      return;
    }
    if (type === "JSXAttribute" || type === "Property") {
      const name = syntaxNameOf(type === "Property" ? node.key : node.name);
      if (unsaid.test(name)) return;
      if (isSyntaxNode(node.value)) visit(node.value, said.test(name));
      return;
    }
    if (type === "BinaryExpression" || type === "SwitchCase") {
      for (const child of childNodesOf(node)) if (literalTextOf(child) === undefined) visit(child, false);
      return;
    }
    const literal = literalTextOf(node);
    if (literal !== undefined) {
      if (isSaid ? hasWords(literal) : isSentence(literal)) report(node, literal);
      return;
    }
    if (type === "TemplateLiteral") {
      const quasis = Array.isArray(node.quasis) ? node.quasis.filter(isSyntaxNode) : [];
      const texts = quasis.map(({ value }) =>
        typeof value === "object" && value !== null && "cooked" in value ? String(value.cooked) : "",
      );
      if (isSaid ? texts.some(hasWords) : isSentence(texts.join("x"))) report(node, texts.join("…"));
    }
    const keeps =
      /^(ConditionalExpression|LogicalExpression|TSAsExpression|TSSatisfiesExpression|ArrayExpression|JSXExpressionContainer)$/;
    for (const child of childNodesOf(node)) visit(child, isSaid && keeps.test(type));
  };
  visit(parseSyntaxTree(path, source), false);
  return found;
}
