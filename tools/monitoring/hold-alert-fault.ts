import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#e2e/processes.ts";
import { Farm } from "#tools/bench/faults/farm.ts";
import type { OtherRelease } from "#tools/bench/faults/other-release.ts";
import { TestBed } from "#tools/bench/faults/test-bed.ts";
import { secondsUntil } from "#tools/bench/faults/until.ts";
import { type AlertFault, calm, waitUntilReadyAtStart } from "./alert-faults.ts";
import { Prometheus, roundSeconds } from "./prometheus.ts";

export interface AlertOutcome {
  readonly fault: string;
  readonly alert: string;
  /** From the fault on; undefined when it did not fire. */
  readonly firedAfterSeconds: number | undefined;
  /** From the fault's end on; undefined when it did not end, or nobody waited for it. */
  readonly endedAfterSeconds: number | undefined;
  /** Whether somebody waited for its end. */
  readonly isFollowed: boolean;
  /** What else fired for this fault. */
  readonly others: readonly string[];
}

interface Run {
  readonly farm: Farm;
  readonly prometheus: Prometheus;
  readonly binary: string;
  /** What the faults need that have another release beside this one. */
  readonly buildOther?: () => Promise<OtherRelease>;
  /** Also waits until the alerts end, which takes some minutes more. */
  readonly untilEnd?: boolean;
}

const mostSeconds = { quick: 180, usual: 400, long: 900 } as const;
const calmSeconds = 120;
/** Most alerts look back for five minutes, some for a quarter of an hour. */
const mostSecondsToEnd = 1_080;

/** Holds one fault until its alerts fire. One outcome for each of them. */
export async function holdFaultUntilAlert(run: Run, fault: AlertFault): Promise<readonly AlertOutcome[]> {
  const farm = fault.garden === undefined ? run.farm : await Farm.open({ people: 1, garden: fault.garden });
  try {
    const { fired, ended } = await seenOf({ ...run, farm }, fault);
    const others = [...fired.keys()].filter((name) => !fault.alerts.includes(name)).sort();
    return (fault.alerts.length === 0 ? ["none"] : fault.alerts).map((alert) => ({
      fault: fault.name,
      alert,
      firedAfterSeconds: fired.get(alert),
      endedAfterSeconds: ended?.get(alert),
      isFollowed: ended !== undefined,
      others,
    }));
  } finally {
    if (farm !== run.farm) await farm.close();
  }
}

interface Seen {
  /** After how many seconds each alert has fired. */
  readonly fired: ReadonlyMap<string, number>;
  /** After how many seconds without the fault each has ended; undefined where nobody waited. */
  readonly ended: ReadonlyMap<string, number> | undefined;
}

async function seenOf(run: Run, fault: AlertFault): Promise<Seen> {
  const { farm, prometheus, binary } = run;
  const isAlone = fault.isAbsent === true || fault.hasOtherRelease === true;
  const other = fault.hasOtherRelease ? await otherReleaseOf(run, fault) : undefined;
  const ports = await Promise.all([freePort(), ...(other === undefined ? [] : [freePort()])]);
  const [port = 0, otherPort] = ports;
  const environment = { ...fault.world?.environment, METRICS_PORT: String(port) };
  const world = await TestBed.open(farm, { ...fault.world, environment });
  const judge = isAlone
    ? await Prometheus.start({ binary, folder: farm.newPath("prometheus"), isHurried: fault.hasOtherRelease === true })
    : prometheus;
  const [over, left] = [new AbortController(), new AbortController()];
  const fired = new Map<string, number>();
  try {
    if (other !== undefined)
      await world.startReplica({ root: other.folder, environment: { METRICS_PORT: String(otherPort) } });
    await waitUntilReadyAtStart(world, fault);
    await judge.follow(fault.name, ports);
    await pause(3 * roundSeconds * 1000);
    const startedAt = performance.now();
    const figures = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const holding = fault.hold(world, over.signal, { figures, left: left.signal });
    const firing = async () => {
      const alerts = await judge.alerts();
      const ours = alerts.filter(({ job }) => job === fault.name || (fault.isAbsent && job === undefined));
      return new Set(ours.filter(({ state }) => state === "firing").map(({ name }) => name));
    };
    const look = async () => {
      for (const name of await firing()) if (!fired.has(name)) fired.set(name, (performance.now() - startedAt) / 1000);
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
    if (run.untilEnd !== true || fault.looksBackLong === true || fault === calm) return { fired, ended: undefined };
    await mend(world, fault);
    return { fired, ended: await endsOf(fault, firing) };
  } finally {
    over.abort();
    left.abort();
    await judge.leave(fault.name);
    await world.close();
    if (judge !== prometheus) await judge.stop();
    await other?.remove();
  }
}

/** Nothing is wrong any more. */
async function mend(world: TestBed, { hasOtherRelease, isAbsent }: AlertFault): Promise<void> {
  if (hasOtherRelease) await world.products[1]?.end("SIGTERM");
  if (isAbsent) await world.restart();
  await world.calm();
}

/** After how many seconds each alert of the fault has ended. */
async function endsOf({ alerts }: AlertFault, firing: () => Promise<ReadonlySet<string>>) {
  const startedAt = performance.now();
  const ended = new Map<string, number>();
  await secondsUntil(async () => {
    const still = await firing();
    for (const alert of alerts) {
      if (still.has(alert)) ended.delete(alert);
      else if (!ended.has(alert)) ended.set(alert, (performance.now() - startedAt) / 1000);
    }
    return ended.size === alerts.length;
  }, mostSecondsToEnd);
  return ended;
}

function otherReleaseOf({ buildOther }: Run, { name }: AlertFault): Promise<OtherRelease> {
  if (buildOther === undefined) throw new Error(`another release is needed for "${name}"`);
  return buildOther();
}

/** Whether that is as it should be: in calm nothing fires, and for a fault what names it, until the fault is mended. */
export function isAsItShould({
  alert,
  firedAfterSeconds,
  endedAfterSeconds,
  isFollowed,
  others,
}: AlertOutcome): boolean {
  if (alert === "none") return others.length === 0;
  return firedAfterSeconds !== undefined && (!isFollowed || endedAfterSeconds !== undefined);
}

export function alertTable(outcomes: readonly AlertOutcome[]): string {
  const rows = outcomes.map((outcome) => [
    outcome.alert,
    outcome.fault,
    firedWords(outcome),
    outcome.isFollowed ? secondsWords(outcome.endedAfterSeconds) : "–",
    outcome.others.join(", ") || "–",
  ]);
  const head = ["Alert", "Fault", "Fired after", "Ended after", "Fired as well"];
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function firedWords({ alert, firedAfterSeconds, others }: AlertOutcome): string {
  return alert === "none" && others.length === 0 ? "quiet" : secondsWords(firedAfterSeconds);
}

function secondsWords(seconds: number | undefined): string {
  return seconds === undefined ? "NOT" : `${Math.round(seconds)} s`;
}
