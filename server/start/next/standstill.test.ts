import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { watchStandstill } from "./standstill.ts";

const running: ReturnType<typeof spawn>[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGTERM");
});

/** The id of a process that runs the given program. */
function started(program: string): number {
  const child = spawn(process.execPath, ["-e", program], { stdio: "ignore" });
  running.push(child);
  if (child.pid === undefined) throw new Error("no process");
  return child.pid;
}

const sleeps = "setInterval(() => undefined, 1_000)";
const works = "for (;;) Math.sqrt(2);";
const hasWorker = `
  const worker = require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(works)}]);
  process.on("SIGTERM", () => { worker.kill("SIGKILL"); process.exit(); });
  ${sleeps}`;

const system = existsSync("/proc/self/stat") ? "with /proc" : "without";
test.skipIf(system === "without")(
  "who does nothing stands still; who works, or has somebody work, does not",
  async () => {
    const standstills: string[] = [];
    const ends: (() => void)[] = [];
    const watch = (name: string, program: string) =>
      new Promise<void>((resolve) => {
        const note = () => {
          standstills.push(name);
          resolve();
        };
        ends.push(watchStandstill(started(program), { everyMs: 500, readings: 4 }, note));
      });
    await Promise.race([watch("works", works), watch("has a worker", hasWorker), watch("sleeps", sleeps)]);
    for (const end of ends) end();
    expect(standstills).toEqual(["sleeps"]);
  },
);
