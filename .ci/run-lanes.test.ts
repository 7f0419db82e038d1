import { expect, test } from "vitest";
import { type CiStage, runStagesInParallel } from "./run-lanes.ts";

function stage(name: string, script: string, more: Partial<CiStage> = {}): CiStage {
  return { name, command: [process.execPath, "--eval", script], ...more };
}

async function run(lanes: readonly (readonly CiStage[])[]) {
  const written: string[] = [];
  const outcomes = await runStagesInParallel(lanes, { environment: process.env, write: (text) => written.push(text) });
  return {
    written,
    counts: outcomes.map(({ name, tally: { passed, failed } }) => `${name}: ${passed} passed, ${failed} failed`),
    failures: outcomes.flatMap(({ tally }) => tally.failures),
  };
}

const nothing = { passed: 0, failed: 0, failures: [], durations: [] };

test("lanes run side by side, the stages of one in turn", async () => {
  const { written, counts } = await run([[stage("one", ""), stage("three", "")], [stage("two", "")]]);
  expect(counts).toEqual(["one: 1 passed, 0 failed", "three: 1 passed, 0 failed", "two: 1 passed, 0 failed"]);
  expect(written.slice(0, 2)).toEqual(["── one begins\n", "── two begins\n"]);
  const ofOne = written.filter((line) => !line.includes("two")).map((line) => line.replace(/ after .*/, ""));
  expect(ofOne).toEqual(["── one begins\n", "── one is done\n", "── three begins\n", "── three is done\n"]);
});

test("each line of what runs at the same time says whose it is, also the last one and that of an error", async () => {
  const { written } = await run([
    [stage("one", "console.log('first'); console.error('oh'); process.stdout.write('last')")],
  ]);
  expect(written).toEqual(expect.arrayContaining(["one │ first\n", "one │ oh\n", "one │ last\n"]));
});

test("after a stage that failed its lane goes on, unless nothing can be said without it", async () => {
  const fails = "process.exitCode = 1";
  const { counts, failures } = await run([
    [stage("lint", fails), stage("build", fails, { vital: true }), stage("journeys", "")],
    [stage("types", "")],
  ]);
  expect(counts).toEqual(["lint: 0 passed, 1 failed", "build: 0 passed, 1 failed", "types: 1 passed, 0 failed"]);
  expect(failures).toEqual(["lint", "build"]);
});

test("a stage waits for one of another lane, also where that failed or will never run", async () => {
  const slow = "setTimeout(() => {}, 100)";
  const waiting = [stage("types", "", { after: "build" }), stage("look", "", { after: "journeys" })];
  const { written, counts } = await run([
    [stage("build", `${slow}; process.exitCode = 1`, { vital: true }), stage("journeys", "")],
    waiting,
  ]);
  expect(counts).toEqual(["build: 0 passed, 1 failed", "types: 1 passed, 0 failed", "look: 1 passed, 0 failed"]);
  expect(written.map((line) => line.replace(/ after .*/, "").trim())).toEqual([
    "── build begins",
    "── build FAILED",
    "── types begins",
    "── types is done",
    "── look begins",
    "── look is done",
  ]);
});

test("a stage whose tests say otherwise, say nothing or cannot be read has failed", async () => {
  const { counts, failures } = await run([
    [
      stage("ended badly", "process.exitCode = 1", { tally: () => ({ ...nothing, passed: 3 }) }),
      stage("ran nothing", "", { tally: () => nothing }),
      stage("left no report", "", {
        tally: () => {
          throw new Error("no such file");
        },
      }),
      { name: "was not there", command: ["no-such-command"] },
    ],
  ]);
  expect(counts).toEqual([
    "ended badly: 3 passed, 1 failed",
    "ran nothing: 0 passed, 1 failed",
    "left no report: 0 passed, 1 failed",
    "was not there: 0 passed, 1 failed",
  ]);
  expect(failures).toEqual(["left no report: its report cannot be read: Error: no such file", "was not there"]);
});
