import { childrenOf, isSyntax, lineOf, literalOf, parse, type Syntax, syntaxNameOf } from "./syntax.ts";

/** Attributes and properties whose texts people read. */
const said =
  /^(label|title|aria-label|aria-description|aria-roledescription|placeholder|alt|hint|description|caption|what|heading|summary|detail|meaning|reason|disabledReason|why|headline|lead|legend)$/;
/** Attributes and properties whose texts only programs read. */
const unsaid =
  /^(className|.*Class|class|id|key|href|type|role|variant|size|kind|hue|tone|name|value|rel|target|d|viewBox|data-.*|htmlFor|src|lang|as|style)$/;
/** Calls whose texts are messages already, or nothing that people read. */
const saying = /^(text|message|textParts|richText)$/;
const silent =
  /^(clsx|cva|RegExp|URL|Error|TypeError|RangeError|has|get|set|startsWith|endsWith|includes|import|debug|warn|info|error|check|regex|refine)$/;

/** Not a code, such as `read-only`: words begin with a capital, or there are several. */
const hasWords = (text: string) => /\p{L}{2}/u.test(text) && !/^[a-z0-9.…-]+$/.test(text);
const isSentence = (text: string) =>
  /^[A-Z][a-z]+(['’,]?[ -][A-Za-z0-9({]|.*[.…?!]$)/.test(text.trim()) ||
  (/\p{L}{2,}[.…?!]$/u.test(text) && text.includes(" "));

/** Texts of a file that people read and that no catalogue can hold, each with its place. */
export function findWords(path: string, source: string): readonly string[] {
  const found: string[] = [];
  const report = (node: Syntax, text: string) =>
    found.push(`${path}:${lineOf(source, node.start)}: ${text.trim().replaceAll(/\s+/g, " ").slice(0, 80)}`);
  const visit = (node: Syntax, isSaid: boolean) => {
    const { type } = node;
    if (/^(TS(?!AsExpression|SatisfiesExpression)|Import|ThrowStatement|ExportAll)/.test(type)) return;
    if (typeof node.directive === "string") return;
    if (type === "CallExpression" || type === "NewExpression") {
      const callee = syntaxNameOf(node.callee);
      if (silent.test(callee)) return;
      if (saying.test(callee) && Array.isArray(node.arguments)) {
        for (const argument of node.arguments.slice(1)) if (isSyntax(argument)) visit(argument, false);
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
      if (isSyntax(node.value)) visit(node.value, said.test(name));
      return;
    }
    if (type === "BinaryExpression" || type === "SwitchCase") {
      for (const child of childrenOf(node)) if (literalOf(child) === undefined) visit(child, false);
      return;
    }
    const literal = literalOf(node);
    if (literal !== undefined) {
      if (isSaid ? hasWords(literal) : isSentence(literal)) report(node, literal);
      return;
    }
    if (type === "TemplateLiteral") {
      const quasis = Array.isArray(node.quasis) ? node.quasis.filter(isSyntax) : [];
      const texts = quasis.map(({ value }) =>
        typeof value === "object" && value !== null && "cooked" in value ? String(value.cooked) : "",
      );
      if (isSaid ? texts.some(hasWords) : isSentence(texts.join("x"))) report(node, texts.join("…"));
    }
    const keeps =
      /^(ConditionalExpression|LogicalExpression|TSAsExpression|TSSatisfiesExpression|ArrayExpression|JSXExpressionContainer)$/;
    for (const child of childrenOf(node)) visit(child, isSaid && keeps.test(type));
  };
  visit(parse(path, source), false);
  return found;
}
