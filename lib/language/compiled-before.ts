import type { CompiledMessage } from "icu-minify/format";

/** Returns a message unchanged: in browsers, all but plain text was compiled at build time (`message-loader.js`). */
export function compiledOf(source: string): CompiledMessage {
  return source;
}
