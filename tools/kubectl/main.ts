import { findKubectl } from "./find-kubectl.ts";
import { kubectlChecks, runChecks } from "./run-checks.ts";

const wordsWanted = process.argv.slice(2);

/** Runs all checks with every kubectl. Arguments select checks, or a kubectl release such as `kubectl.1.31`. */
async function main(): Promise<void> {
  const all = findKubectl(process.env.PATH ?? "");
  if (all.length === 0) {
    process.stdout.write("skipped: there is no kubectl on the PATH\n");
    return;
  }
  const releases = wordsWanted.filter((word) => word.startsWith("kubectl"));
  const words = wordsWanted.filter((word) => !releases.includes(word));
  const wanted =
    words.length === 0 ? kubectlChecks : kubectlChecks.filter(({ name }) => words.some((word) => name.includes(word)));
  let passed = 0;
  let failed = 0;
  for (const kubectl of all.filter(({ name }) => releases.length === 0 || releases.includes(name))) {
    process.stdout.write(`\n── ${kubectl.name}\n`);
    const startedAt = performance.now();
    const results = await runChecks(kubectl, wanted, ({ check, failure }) => {
      process.stdout.write(failure === undefined ? `ok    ${check}\n` : `FAIL  ${check}\n      ${failure}\n`);
    });
    const failures = results.filter(({ failure }) => failure !== undefined).length;
    passed += results.length - failures;
    failed += failures;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    process.stdout.write(`${kubectl.name}: ${results.length - failures} passed, ${failures} failed (${seconds} s)\n`);
  }
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();
