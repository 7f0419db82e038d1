import { setTimeout as pause } from "node:timers/promises";
import { Farm } from "../../bench/faults/farm.ts";
import { freePort } from "../../bench/faults/free-port.ts";
import type { OtherRelease } from "../../bench/faults/other-release.ts";
import { secondsUntil } from "../../bench/faults/until.ts";
import { World } from "../../bench/faults/world.ts";
import { type AlertFault, calm, isSeenAtFirst } from "./alert-faults.ts";
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
  /** What the faults need that have another release beside this one. */
  readonly buildOther?: () => Promise<OtherRelease>;
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
async function firedBy(run: Run, fault: AlertFault): Promise<ReadonlyMap<string, number>> {
  const { farm, prometheus, binary } = run;
  const isAlone = fault.isAbsent === true || fault.hasOtherRelease === true;
  const other = fault.hasOtherRelease ? await otherReleaseOf(run, fault) : undefined;
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

function otherReleaseOf({ buildOther }: Run, { name }: AlertFault): Promise<OtherRelease> {
  if (buildOther === undefined) throw new Error(`another release is needed for "${name}"`);
  return buildOther();
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
