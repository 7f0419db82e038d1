import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { repositoryRoot } from "./source-files.ts";

/**
 * Records when each locked release was published according to the registry, so that tests can refuse releases that are
 * too new without network access. Run `npm run record:dates` after a change of the lockfile.
 */
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), name: z.string().optional(), integrity: z.string().optional() }),
  ),
});
const file = path.join(repositoryRoot, ".ci/package-dates.json");
const lock = lockSchema.parse(JSON.parse(readFileSync(path.join(repositoryRoot, "package-lock.json"), "utf8")));
const known = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, "utf8")));
const run = promisify(execFile);

/** Locked versions by package name, without packages that have no hash: those are for platforms that are not used. */
const wanted = new Map<string, Set<string>>();
for (const [place, { version, name = place.split("node_modules/").at(-1) ?? "", integrity }] of Object.entries(
  lock.packages,
)) {
  if (version === undefined || integrity === undefined) continue;
  const release = `${name}@${version}`;
  if (known[release] === undefined) wanted.set(name, (wanted.get(name) ?? new Set()).add(version));
}

const open = [...wanted];
const unknown: string[] = [];

async function ask(): Promise<void> {
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [name, versions] = next;
    const { stdout } = await run("npm", ["view", name, "time", "--json"], { maxBuffer: 64 * 1024 * 1024 });
    const times = z.record(z.string(), z.string()).parse(JSON.parse(stdout));
    for (const version of versions) {
      const published = times[version];
      if (published === undefined) unknown.push(`${name}@${version}`);
      else known[`${name}@${version}`] = published.slice(0, 10);
    }
  }
}

await Promise.all([ask(), ask(), ask()]);
const sorted = Object.fromEntries(Object.entries(known).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
process.stdout.write(
  `${Object.keys(sorted).length} releases with a date\n${unknown.map((release) => `no date: ${release}\n`).join("")}`,
);
