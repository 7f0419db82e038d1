import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { releaseVersion } from "./release-version.ts";

export const chartNames = ["almanac", "almanac-garden"] as const;

const lockSchema = z.object({
  version: z.string(),
  packages: z.record(z.string(), z.object({ integrity: z.string().optional(), link: z.boolean().optional() })),
});

/** The reasons why the sources cannot be released, one text each. */
export function findReleaseBlockers(root: string): readonly string[] {
  const version = releaseVersion(root);
  const read = (...names: readonly string[]) => readFileSync(path.join(root, ...names), "utf8");
  const changes = execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }).trim();
  const lock = lockSchema.parse(JSON.parse(read("package-lock.json")));
  const open = Object.entries(lock.packages).filter(
    ([place, { integrity, link }]) => place !== "" && !integrity && !link,
  );
  const charts = chartNames.filter((chart) => {
    const { version: ofChart, appVersion } = parse(read("deploy/chart", chart, "Chart.yaml"));
    return ofChart !== version || appVersion !== version;
  });
  return [
    ...(changes === "" ? [] : [`The tree has changes that are in no commit:\n${changes}`]),
    ...(read("CHANGELOG.md").includes(`\n## [${version}]`) ? [] : [`CHANGELOG.md has no chapter [${version}].`]),
    ...(lock.version === version ? [] : ["package-lock.json is of another version: run npm install."]),
    ...charts.map((chart) => `The chart ${chart} is of another version.`),
    ...open.map(([place]) => `${place} has no hash in the lockfile: run npm run record:hashes.`),
  ];
}
