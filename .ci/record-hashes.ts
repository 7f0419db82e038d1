import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { isRecord } from "#lib/kube/wire.ts";
import { repositoryRoot } from "./source-files.ts";

/**
 * Adds missing hashes to the lockfile: npm omits them for builds that its registry did not have. Run `npm run
 * record:hashes` after a change of the lockfile, with a complete registry. Exits with 1 if a hash is still missing.
 */
const entrySchema = z.object({
  version: z.string().optional(),
  name: z.string().optional(),
  integrity: z.string().optional(),
  inBundle: z.boolean().optional(),
  link: z.boolean().optional(),
});
const lockSchema = z.object({ packages: z.record(z.string(), entrySchema) });
const file = path.join(repositoryRoot, "package-lock.json");
const text = readFileSync(file, "utf8");
const lock = lockSchema.parse(JSON.parse(text));
const run = promisify(execFile);

/** The hash of a package release; undefined if the registry does not have the release. */
async function hashOf(release: string): Promise<string | undefined> {
  try {
    const { stdout } = await run("npm", ["view", release, "dist.integrity", "--json"]);
    return z
      .string()
      .regex(/^sha512-/)
      .parse(JSON.parse(stdout));
  } catch {
    return undefined;
  }
}

const hashes = new Map<string, string>();
const missing: string[] = [];
for (const [place, entry] of Object.entries(lock.packages)) {
  if (place === "" || entry.integrity !== undefined || entry.inBundle || entry.link) continue;
  const release = `${entry.name ?? place.split("node_modules/").at(-1)}@${entry.version}`;
  const integrity = await hashOf(release);
  if (integrity === undefined) missing.push(release);
  else hashes.set(place, integrity);
}
// All other fields of the lockfile stay as npm has written them.
const locked: unknown = JSON.parse(text, (place, value: unknown) => {
  const integrity = hashes.get(place);
  return integrity === undefined || !isRecord(value) ? value : { ...value, integrity };
});
writeFileSync(file, `${JSON.stringify(locked, null, 2)}\n`);
process.stdout.write(missing.map((release) => `no hash: ${release}\n`).join(""));
process.exitCode = missing.length === 0 ? 0 : 1;
