import { spawnSync } from "node:child_process";
import path from "node:path";
import { findOrBuildTool } from "../chart/find-tools.ts";

const say = (line: string) => void process.stdout.write(`${line}\n`);
const promtool = await findOrBuildTool("promtool", say);

/** Holds the rules to what promtool says of them. */
if (promtool === undefined) {
  say("skipped: there is no promtool (PROMTOOL_PATH, PATH), and no Go to build it with");
} else {
  for (const words of [
    ["check", "rules", "alerts.yaml"],
    ["test", "rules", "tests/alerts.yaml"],
  ]) {
    const cwd = path.resolve(import.meta.dirname, "../../deploy/chart/almanac/monitoring");
    const { status } = spawnSync(promtool, words, { cwd, stdio: "inherit" });
    if (status !== 0) process.exitCode = 1;
  }
}
