import compile from "icu-minify/compile";
import { parseSync, Visitor } from "oxc-parser";

/** Functions of `lib/language` whose first argument is a message. */
const saying = new Set(["text", "message", "textParts", "richText"]);

/**
 * A loader that compiles the ICU messages of a source in builds, so that browsers need no compiler. Plain texts are
 * unchanged. Next calls it for the files that `next.config.js` selects.
 *
 * @this {{ resourcePath: string }}
 * @param {string} source
 * @returns {string}
 */
export default function compileMessages(source) {
  const { program, errors } = parseSync(this.resourcePath, source);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${this.resourcePath}: ${error.message}`);
  let [written, readTo] = ["", 0];
  new Visitor({
    CallExpression({ callee, arguments: [said] }) {
      if (callee.type !== "Identifier" || !saying.has(callee.name)) return;
      if (said?.type !== "Literal" || typeof said.value !== "string") return;
      const compiled = compile(said.value);
      if (typeof compiled === "string") return;
      written += source.slice(readTo, said.start) + JSON.stringify(compiled);
      readTo = said.end;
    },
  }).visit(program);
  return written + source.slice(readTo);
}
