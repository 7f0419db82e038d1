import compile from "icu-minify/compile";
import type { CompiledMessage } from "icu-minify/format";

const compiled = new Map<string, CompiledMessage>();

/** Compiles an ICU message at first use, only on the server, where the compiler's size does not matter. */
export function compiledOf(source: string): CompiledMessage {
  const known = compiled.get(source);
  if (known !== undefined) return known;
  const made = compile(source);
  compiled.set(source, made);
  return made;
}
