import path from "node:path";
import { buildWhenNeeded } from "#server/start/build.ts";
import { Farm } from "#tools/bench/faults/farm.ts";
import { buildOtherRelease } from "#tools/bench/faults/other-release.ts";
import { alertFaults, calm } from "./alert-faults.ts";
import { type AlertOutcome, alertTable, holdFaultUntilAlert, isAsItShould } from "./hold-alert-fault.ts";
import { Prometheus } from "./prometheus.ts";

interface RunAll {
  readonly binary: string;
  /** Without those that take more than five minutes. */
  readonly isQuick: boolean;
  /** Also waits until the alerts end. */
  readonly untilEnd: boolean;
  /** Only faults whose name has this part. */
  readonly part: string;
  readonly say: (line: string) => void;
}

/** So many worlds at a time: most of what they do is wait. */
const atOnce = 4;

/** Holds every fault, several at a time, and tells what fired. @returns whether all is as it should be */
export async function runAlertFaults({ binary, isQuick, untilEnd, part, say }: RunAll): Promise<boolean> {
  // Not by each of those that start together.
  await buildWhenNeeded({ root: path.resolve(import.meta.dirname, "../.."), output: process.stdout });
  const farm = await Farm.open({ people: 1 });
  const prometheus = await Prometheus.start({ binary, folder: farm.newPath("prometheus") });
  const outcomes: AlertOutcome[] = [];
  try {
    const wanted = [...alertFaults, calm].filter(
      ({ name, pace }) => name.includes(part) && !(isQuick && pace === "long"),
    );
    const waiting = wanted.values();
    const work = async () => {
      for (const fault of waiting) {
        const found = await holdFaultUntilAlert(
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
  return outcomes.every(isAsItShould);
}
