import compile from "icu-minify/compile";

/** The functions of `lib/language` whose first argument is a message, with that argument as it is written. */
const said =
  /(?<![.\w])((?:text|message|textParts|richText)(?:<[\w.]+>)?\(\s*)("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/g;

/**
 * Compiles the ICU messages of a source when pages are built, so that no browser has to load a compiler. Plain texts stay as
 * they are. Next calls it for the files that `next.config.js` names.
 *
 * @param {string} source
 * @returns {string}
 */
export default function compileMessages(source) {
  return source.replace(said, (whole, call, literal) => {
    const compiled = compile(textOf(literal));
    return typeof compiled === "string" ? whole : call + JSON.stringify(compiled);
  });
}

/**
 * @param {string} literal a string of the sources, with its quotation marks
 * @returns {string}
 */
function textOf(literal) {
  if (literal.startsWith('"')) return JSON.parse(literal);
  return JSON.parse(`"${literal.slice(1, -1).replaceAll('"', '\\"').replaceAll("\\'", "'")}"`);
}
