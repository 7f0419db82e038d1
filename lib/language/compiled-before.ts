import type { CompiledMessage } from "icu-minify/format";

/** Returns plain text as it is: in a browser, all other messages were compiled at build time (`message-loader.js`). */
export function compiledOf(source: string): CompiledMessage {
  return source;
}
