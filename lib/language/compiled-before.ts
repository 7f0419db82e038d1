import type { CompiledMessage } from "icu-minify/format";

/** In a browser every message was compiled when the page was built (`message-loader.js`); what is left is plain text. */
export function compiledOf(source: string): CompiledMessage {
  return source;
}
