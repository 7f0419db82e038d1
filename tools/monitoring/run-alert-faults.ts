import path from "node:path";
import { buildWhenNeeded } from "#server/start/build.ts";
import { SharedTestSetup } from "#tools/bench/faults/farm.ts";
import { buildOtherRelease } from "#tools/bench/faults/other-release.ts";
import { alertTriggers, noProblemFixture } from "./alert-faults.ts";
import { type AlertOutcome, alertTable, holdUntilAlertFires, isExpectedAlertOutcome } from "./hold-alert-fault.ts";
import { Prometheus } from "./prometheus.ts";

interface RunAll {
  readonly binary: string;
  /** Whether problems that take more than five minutes are skipped. */
  readonly isQuick: boolean;
  /** Whether to wait until the alerts end. */
  readonly untilEnd: boolean;
  /** Only problems whose name contains this text. */
  readonly part: string;
  readonly say: (line: string) => void;
}

/** Number of problems that are caused in parallel; most of the time is waiting. */
const atOnce = 4;

/** Causes all problems, several in parallel, and prints fired alerts. @returns whether all outcomes are as expected */
export async function runAlertTriggers({ binary, isQuick, untilEnd, part, say }: RunAll): Promise<boolean> {
  // Built once in advance, instead of by each of the parallel runs.
  await buildWhenNeeded({ root: path.resolve(import.meta.dirname, "../.."), output: process.stdout });
  const farm = await SharedTestSetup.open({ people: 1 });
  const prometheus = await Prometheus.start({ binary, folder: farm.newPath("prometheus") });
  const outcomes: AlertOutcome[] = [];
  try {
    const wanted = [...alertTriggers, noProblemFixture].filter(
      ({ name, pace }) => name.includes(part) && !(isQuick && pace === "long"),
    );
    const waiting = wanted.values();
    const work = async () => {
      for (const fault of waiting) {
        const found = await holdUntilAlertFires(
          { farm, prometheus, binary, buildOther: buildOtherRelease, untilEnd },
          fault,
        );
        for (const each of found) say(alertTable([each]).split("\n").at(-1) ?? "");
        outcomes.push(...found);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    await prometheus.stop();
    await farm.close();
  }
  say(`\n${alertTable(outcomes)}`);
  return outcomes.every(isExpectedAlertOutcome);
}
