import "server-only";
import { glob, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** Beyond Latin-1: V8 keeps the text of a script that has one such character in two bytes for each. */
const wide = /[^\0-\xff]/g;
/** Where an escape would say another thing. */
const escaped = /\\[^\0-\xff]/;
const harmless = /String\.raw`[\0-#%-_a-\xff]*`/g;

/**
 * Writes what a script says beyond Latin-1 as escapes, which mean the same. Next's server holds the text of every script of
 * the build: one ellipsis in a sentence makes that of half a megabyte a whole one.
 *
 * @returns the same text where it need not or must not be written otherwise
 */
export function narrowed(script: string): string {
  if (escaped.test(script) || script.replaceAll(harmless, "").includes("String.raw")) return script;
  return script.replace(wide, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Narrows the scripts of a build's server. */
export async function narrowScripts(serverFolder: string): Promise<void> {
  for await (const name of glob("**/*.js", { cwd: serverFolder })) {
    const file = path.join(serverFolder, name);
    const script = await readFile(file, "utf8");
    const narrow = narrowed(script);
    if (narrow !== script) await writeFile(file, narrow);
  }
}
