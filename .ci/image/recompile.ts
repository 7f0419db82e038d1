import { spawnSync } from "node:child_process";
import path from "node:path";

/**
 * Compiles once more what a start has left in `.next/compiled`, so that the same sources make the same bytes. What V8 writes
 * down holds three things that are another at each start: strings with their hashes, which begin with a random number;
 * functions by how many there were before; and, in gaps, what lay in memory. None of them means anything to whoever reads it.
 * So the number is given, files are taken by name and none is run, and memory is untouched: there is enough of it that
 * nothing is collected.
 */
const [folder, place, ...flags] = process.argv.slice(2);
if (folder === undefined || place === undefined) {
  throw new Error("usage: node .ci/image/recompile.ts FOLDER PLACE-IN-THE-IMAGE [FLAG-OF-V8…]");
}
const still = ["--hash-seed=1", "--min-semi-space-size=512", "--max-semi-space-size=512"];
const nodes = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning"];
const script = path.join(import.meta.dirname, "compile-in-order.ts");
const { status } = spawnSync(process.execPath, [...still, ...nodes, script, folder, place, ...flags], {
  env: {},
  stdio: "inherit",
});
process.exitCode = status ?? 1;
