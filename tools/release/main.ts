import path from "node:path";
import { findMessagesWithoutGerman } from "#.ci/messages/missing-german.ts";
import { repositoryRoot } from "#.ci/source-files.ts";
import { findOrBuildTool } from "#tools/chart/find-tools.ts";
import { runNpmAudit } from "./audit.ts";
import { findReleaseBlockers } from "./find-release-blockers.ts";
import { makeRelease } from "./make-release.ts";
import { releaseImage, writeLockSbom } from "./release-image.ts";
import { releaseVersion } from "./release-version.ts";

const usage = "usage: npm run release -- [--rehearse] [--without-image]";

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs the security audit and prints its result. @returns whether the audit does not prevent a release */
async function isFreeOfKnownFaults(): Promise<boolean> {
  const result = await runNpmAudit(repositoryRoot);
  if (result.kind === "vulnerable") say(`audit: ${result.packages.join(", ")}`);
  else
    say(
      result.kind === "clean" ? "audit: no known fault" : `audit: skipped, the registry has no answer: ${result.why}`,
    );
  return result.kind !== "vulnerable";
}

/** Creates a release's files: `npm run release`. A rehearsal prints what prevents a release, but creates them too. */
async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const unknown = words.filter((word) => !["--rehearse", "--without-image"].includes(word));
  if (unknown.length > 0) throw new Error(`${unknown.join(" ")}: not known\n${usage}`);
  const faults = [
    ...findReleaseBlockers(repositoryRoot),
    ...findMessagesWithoutGerman().map((each) => `German is missing: ${each}`),
  ];
  for (const fault of faults) say(`fault: ${fault}`);
  const isSound = await isFreeOfKnownFaults();
  if ((faults.length > 0 || !isSound) && !words.includes("--rehearse")) {
    say("nothing is made");
    process.exitCode = 1;
    return;
  }
  const helm = await findOrBuildTool("helm", say);
  if (helm === undefined)
    throw new Error("charts are packed with helm, and there is neither one nor Go to build it with");
  const out = path.join(repositoryRoot, "dist", `almanac-${releaseVersion()}`);
  const files = await makeRelease({
    root: repositoryRoot,
    out,
    helm,
    image: async (part) => {
      if (!words.includes("--without-image")) return await releaseImage(part, repositoryRoot, say);
      writeLockSbom(part, repositoryRoot);
      return undefined;
    },
  });
  say(files.map((file) => `made: ${path.join("dist", path.basename(out), file)}`).join("\n"));
}

await main();
