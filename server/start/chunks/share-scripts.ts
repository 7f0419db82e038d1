import "server-only";
import { createHash } from "node:crypto";
import { glob, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** What Turbopack writes for several routes: a list of modules, each with its number. */
const isChunk = (script: string) => script.startsWith("module.exports=[");
const ending = /\n*\/\/# sourceMappingURL=.*\s*$/;

/**
 * Leaves one of equal chunks of a build's server, and has the others hand out that one. Turbopack writes half a megabyte
 * under nine names that way, and Next's server holds the text of each.
 */
export async function shareScripts(serverFolder: string): Promise<void> {
  const first = new Map<string, string>();
  const names: string[] = [];
  for await (const name of glob("**/*.js", { cwd: serverFolder })) names.push(name);
  for (const name of names.toSorted()) {
    const script = await readFile(path.join(serverFolder, name), "utf8");
    if (!isChunk(script)) continue;
    const hash = createHash("sha256").update(script.replace(ending, "")).digest("base64");
    const equal = first.get(hash);
    if (equal === undefined) first.set(hash, name);
    else await writeFile(path.join(serverFolder, name), handingOut(path.relative(path.dirname(name), equal)));
  }
}

function handingOut(relative: string): string {
  const from = relative.startsWith(".") ? relative : `./${relative}`;
  return `module.exports=require(${JSON.stringify(from.replaceAll(path.sep, "/"))});\n`;
}
