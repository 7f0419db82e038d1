import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "#e2e/processes.ts";
import { SharedTestSetup } from "#tools/bench/faults/farm.ts";
import type { OtherRelease } from "#tools/bench/faults/other-release.ts";
import { TestBed } from "#tools/bench/faults/test-bed.ts";
import { secondsUntil } from "#tools/bench/faults/until.ts";
import { type AlertTrigger, noProblemFixture, waitUntilReadyAtStart } from "./alert-faults.ts";
import { Prometheus, scrapeIntervalSeconds } from "./prometheus.ts";

export interface AlertOutcome {
  readonly fault: string;
  readonly alert: string;
  /** Seconds from the start of the problem until the alert fired; undefined if it did not fire. */
  readonly firedAfterSeconds: number | undefined;
  /** Seconds from the problem's end until the alert ended; undefined if the alert did not end or was not awaited. */
  readonly endedAfterSeconds: number | undefined;
  /** Whether the end of the alert was waited for. */
  readonly isFollowed: boolean;
  /** Other alerts that fired. */
  readonly others: readonly string[];
}

interface Run {
  readonly farm: SharedTestSetup;
  readonly prometheus: Prometheus;
  readonly binary: string;
  /** Builds another release, for problems that need one. */
  readonly buildOther?: () => Promise<OtherRelease>;
  /** Whether to wait until the alerts end, which takes some more minutes. */
  readonly untilEnd?: boolean;
}

const mostSeconds = { quick: 180, usual: 400, long: 900 } as const;
const calmSeconds = 120;
/** Maximum time in seconds until alerts end. Most cover the last five minutes, some the last fifteen. */
const mostSecondsToEnd = 1_080;

/** Causes one problem until its alerts fire. Returns one outcome per alert. */
export async function holdUntilAlertFires(run: Run, fault: AlertTrigger): Promise<readonly AlertOutcome[]> {
  const farm = fault.garden === undefined ? run.farm : await SharedTestSetup.open({ people: 1, garden: fault.garden });
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
  /** Seconds after which each alert fired. */
  readonly fired: ReadonlyMap<string, number>;
  /** Seconds after which each alert ended when the problem was over; undefined if that was not waited for. */
  readonly ended: ReadonlyMap<string, number> | undefined;
}

async function seenOf(run: Run, fault: AlertTrigger): Promise<Seen> {
  const { farm, prometheus, binary } = run;
  const isAlone = fault.isAbsent === true || fault.hasOtherRelease === true;
  const other = fault.hasOtherRelease ? await otherReleaseOf(run, fault) : undefined;
  const ports = await Promise.all([findFreePort(), ...(other === undefined ? [] : [findFreePort()])]);
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
    await pause(3 * scrapeIntervalSeconds * 1000);
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
    // An error while the problem is caused is reported immediately, not after the timeout.
    await Promise.race([
      secondsUntil(look, fault === noProblemFixture ? calmSeconds : patience),
      holding.then(() => new Promise(() => undefined)),
    ]);
    over.abort();
    await holding;
    if (run.untilEnd !== true || fault.looksBackLong === true || fault === noProblemFixture)
      return { fired, ended: undefined };
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

/** Ends the problem and waits until Almanac works normally. */
async function mend(world: TestBed, { hasOtherRelease, isAbsent }: AlertTrigger): Promise<void> {
  if (hasOtherRelease) await world.products[1]?.end("SIGTERM");
  if (isAbsent) await world.restart();
  await world.calm();
}

/** Seconds after which each alert of the problem ended. */
async function endsOf({ alerts }: AlertTrigger, firing: () => Promise<ReadonlySet<string>>) {
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

function otherReleaseOf({ buildOther }: Run, { name }: AlertTrigger): Promise<OtherRelease> {
  if (buildOther === undefined) throw new Error(`another release is needed for "${name}"`);
  return buildOther();
}

/** Whether alerts are as expected: without a problem none fires; with a problem, its alerts fire and end with it. */
export function isExpectedAlertOutcome({
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
