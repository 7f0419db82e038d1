import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildWhenNeeded } from "#server/start/build.ts";
import { Farm } from "../../bench/faults/farm.ts";
import { freePort } from "../../bench/faults/free-port.ts";
import { buildOtherRelease } from "../../bench/faults/other-release.ts";
import { secondsUntil } from "../../bench/faults/until.ts";
import { World } from "../../bench/faults/world.ts";
import { type AlertFault, alertFaults, calm, isSeenAtFirst } from "./alert-faults.ts";
import { Prometheus, roundSeconds } from "./prometheus.ts";

export interface AlertOutcome {
  readonly fault: string;
  readonly alert: string;
  /** From the fault on; undefined when it did not fire. */
  readonly firedAfterSeconds: number | undefined;
  /** What else fired for this fault. */
  readonly others: readonly string[];
}

interface Run {
  readonly farm: Farm;
  readonly prometheus: Prometheus;
  readonly binary: string;
}

const mostSeconds = { quick: 180, usual: 400, long: 900 } as const;
const calmSeconds = 120;

/** Holds one fault until its alerts fire. One outcome for each of them. */
export async function holdFault(run: Run, fault: AlertFault): Promise<readonly AlertOutcome[]> {
  const farm = fault.garden === undefined ? run.farm : await Farm.open({ people: 1, garden: fault.garden });
  try {
    const fired = await firedBy({ ...run, farm }, fault);
    const others = [...fired.keys()].filter((name) => !fault.alerts.includes(name)).sort();
    return fault.alerts.length === 0
      ? [{ fault: fault.name, alert: "none", firedAfterSeconds: undefined, others }]
      : fault.alerts.map((alert) => ({ fault: fault.name, alert, firedAfterSeconds: fired.get(alert), others }));
  } finally {
    if (farm !== run.farm) await farm.close();
  }
}

/** After how many seconds each alert has fired. */
async function firedBy({ farm, prometheus, binary }: Run, fault: AlertFault): Promise<ReadonlyMap<string, number>> {
  const isAlone = fault.isAbsent === true || fault.hasOtherRelease === true;
  const other = fault.hasOtherRelease ? await buildOtherRelease() : undefined;
  const ports = await Promise.all([freePort(), ...(other === undefined ? [] : [freePort()])]);
  const [port = 0, otherPort] = ports;
  const world = await World.open(farm, { ...fault.world, environment: { METRICS_PORT: String(port) } });
  const judge = isAlone
    ? await Prometheus.start({ binary, folder: farm.newPath("prometheus"), isHurried: fault.hasOtherRelease === true })
    : prometheus;
  const over = new AbortController();
  const fired = new Map<string, number>();
  try {
    if (other !== undefined)
      await world.startReplica({ root: other.folder, environment: { METRICS_PORT: String(otherPort) } });
    await isSeenAtFirst(world, fault);
    await judge.follow(fault.name, ports);
    await pause(3 * roundSeconds * 1000);
    const startedAt = performance.now();
    const holding = fault.hold(world, over.signal);
    const look = async () => {
      for (const { name, job, state } of await judge.alerts()) {
        const isOurs = job === fault.name || (fault.isAbsent && job === undefined);
        if (isOurs && state === "firing" && !fired.has(name)) fired.set(name, (performance.now() - startedAt) / 1000);
      }
      return fault.alerts.length > 0 && fault.alerts.every((alert) => fired.has(alert));
    };
    const patience = mostSeconds[fault.pace ?? "usual"];
    // What fails while it is held is told at once, not when patience ends.
    await Promise.race([
      secondsUntil(look, fault === calm ? calmSeconds : patience),
      holding.then(() => new Promise(() => undefined)),
    ]);
    over.abort();
    await holding;
  } finally {
    over.abort();
    await judge.leave(fault.name);
    await world.close();
    if (judge !== prometheus) await judge.stop();
    await other?.remove();
  }
  return fired;
}

/** Whether that is as it should be: in calm nothing fires, and for a fault what names it. */
export function isAsItShould({ alert, firedAfterSeconds, others }: AlertOutcome): boolean {
  return alert === "none" ? others.length === 0 : firedAfterSeconds !== undefined;
}

export function alertTable(outcomes: readonly AlertOutcome[]): string {
  const rows = outcomes.map(({ fault, alert, firedAfterSeconds, others }) => [
    alert,
    fault,
    firedAfterSeconds === undefined
      ? alert === "none" && others.length === 0
        ? "quiet"
        : "NOT"
      : `${Math.round(firedAfterSeconds)} s`,
    others.join(", ") || "–",
  ]);
  return [["Alert", "Fault", "Fired after", "Fired as well"], ["---", "---", "---", "---"], ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

interface RunAll {
  readonly binary: string;
  /** Without those that take more than five minutes. */
  readonly isQuick: boolean;
  /** Only faults whose name has this part. */
  readonly part: string;
  readonly say: (line: string) => void;
}

/** So many worlds at a time: most of what they do is wait. */
const atOnce = 4;

/** Holds every fault, several at a time, and tells what fired. @returns whether all is as it should be */
export async function runAlertFaults({ binary, isQuick, part, say }: RunAll): Promise<boolean> {
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
        const found = await holdFault({ farm, prometheus, binary }, fault);
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
