import { spawnSync } from "node:child_process";
import path from "node:path";
import { findOrBuildTool } from "#tools/chart/find-tools.ts";

const usage = "usage: npm run monitoring -- [faults [--quick] [--until-end] [part of a fault's name]]";
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Checks the alerting rules with promtool and their unit tests. */
async function check(): Promise<void> {
  const promtool = await findOrBuildTool("promtool", say);
  if (promtool === undefined) {
    say("skipped: there is no promtool (PROMTOOL_PATH, PATH), and no Go to build it with");
    return;
  }
  for (const words of [
    ["check", "rules", "alerts.yaml"],
    ["test", "rules", "tests/alerts.yaml"],
  ]) {
    const cwd = path.resolve(import.meta.dirname, "../../deploy/chart/almanac/monitoring");
    const { status } = spawnSync(promtool, words, { cwd, stdio: "inherit" });
    if (status !== 0) process.exitCode = 1;
  }
}

/** Causes problems on purpose until the expected alerts fire in a real Prometheus. */
async function breakThings(words: readonly string[]): Promise<void> {
  const binary = await findOrBuildTool("prometheus", say);
  if (binary === undefined) {
    say("skipped: there is no prometheus (PROMETHEUS_PATH, PATH), and no Go to build it with");
    return;
  }
  const { runAlertTriggers: runAlertFaults } = await import("./run-alert-faults.ts");
  const [part = ""] = words.filter((word) => !word.startsWith("--"));
  const [isQuick, untilEnd] = [words.includes("--quick"), words.includes("--until-end")];
  const isGood = await runAlertFaults({ binary, isQuick, untilEnd, part, say });
  if (!isGood) process.exitCode = 1;
}

const [first, ...words] = process.argv.slice(2);
if (first === undefined) await check();
else if (first === "faults") await breakThings(words);
else throw new Error(usage);
// Exits explicitly, because connections that were broken on purpose can have requests that never end.
process.exit();
