import compile from "icu-minify/compile";
import type { CompiledMessage } from "icu-minify/format";

const compiled = new Map<string, CompiledMessage>();

/** Compiles an ICU message when it is said for the first time: on the server there is room for the compiler. */
export function compiledOf(source: string): CompiledMessage {
  const known = compiled.get(source);
  if (known !== undefined) return known;
  const made = compile(source);
  compiled.set(source, made);
  return made;
}
