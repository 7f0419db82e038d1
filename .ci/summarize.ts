import type { StageOutcome } from "./run-lanes.ts";

const slowestShown = 10;

/** Formats a test run's summary: failures with errors, the slowest tests, the duration of each stage, and the total. */
export function summarizeTestRun(outcomes: readonly StageOutcome[], wholeSeconds: number): string {
  const tallies = outcomes.map(({ tally }) => tally);
  const slowest = tallies
    .flatMap(({ durations }) => durations)
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, slowestShown)
    .map(({ test, seconds }) => `${inSeconds(seconds)}  ${test}`);
  const stages = outcomes.map(
    ({ name, tally: { passed, failed }, seconds }) =>
      `${inSeconds(seconds)}  ${name}: ${passed} passed, ${failed} failed`,
  );
  const sum = (count: "passed" | "failed") => tallies.reduce((all, tally) => all + tally[count], 0);
  return [
    ...tallies.flatMap(({ failures }) => failures.map((failure) => `✗ ${failure}\n`)),
    ...(slowest.length === 0 ? [] : ["Slowest tests", ...slowest, ""]),
    "Stages",
    ...stages,
    `${inSeconds(wholeSeconds)}  all, since some run at the same time`,
    "",
    `${sum("passed")} passed, ${sum("failed")} failed`,
    "",
  ].join("\n");
}

function inSeconds(seconds: number): string {
  return `${seconds.toFixed(1)} s`.padStart(9);
}
