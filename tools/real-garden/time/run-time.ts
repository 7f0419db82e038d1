import { setTimeout as wait } from "node:timers/promises";
import { formatInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { minuteMs, secondMs } from "#lib/kube/time-units.ts";
import { type GardenAccess, refusalText } from "../garden-access.ts";
import { listed } from "../garden-objects.ts";
import { put, remove } from "../import-objects.ts";
import { seedAccounts } from "../landscape-frame.ts";
import { plant } from "../plant-cases.ts";
import type { RealGarden } from "../start-real-garden.ts";
import {
  foreseeTime,
  judgeTime,
  noteTime,
  type SeenTime,
  seenInWords,
  type TimeSubject,
  type TimeWatch,
} from "./compare-time.ts";
import { lifeCases, lostQuota } from "./life-cases.ts";
import { quotasOf, timeLandscape } from "./plant-time.ts";
import { runNever } from "./run-never.ts";
import { sleepCases } from "./sleep-cases.ts";
import { clusterName, type TimeAct, type TimeCase, type TimeMoment } from "./time-case.ts";
import { clusters, write } from "./time-clusters.ts";

const cases: readonly TimeCase[] = [...sleepCases, ...lifeCases];

/** How long it takes to make the clusters and to start the controller-manager, on a busy machine. */
const setUpMs = 3 * minuteMs;
/** So long before anything comes due, what is written before it has to be there. */
const spareMs = 10 * secondMs;
/** From when things come due until what is written after it. */
const afterMs = 15 * secondMs;
/** From when things come due until nobody looks any more. */
const lookOnMs = 2 * minuteMs;
const pollMs = secondMs;
/** So many differences of one cluster are told. */
const mostDescribed = 5;

/** Gardener looks every hour; here it looks more often, for nobody waits for hours. */
const lifetimePeriodMs = 15 * secondMs;

interface TimeOptions {
  readonly say: (line: string) => void;
}

/**
 * Makes clusters whose schedules and lifetimes come due in a moment, lets the controller-manager run, and compares what
 * it does, and when, with what Almanac says.
 * @returns whether all came as foreseen, but for what is known
 */
export async function runTime(garden: RealGarden, { say }: TimeOptions): Promise<boolean> {
  const { admin, release } = garden;
  await garden.stopControllerManager();
  const now = Date.now();
  const moment: TimeMoment = { now, dueAt: Math.ceil((now + setUpMs) / minuteMs) * minuteMs };
  const quotas = await plantTime(admin, release.version, moment, say);
  const before = await clusters(admin, cases.length);
  const watch: TimeWatch = {
    release,
    fromAt: Date.now(),
    untilAt: moment.dueAt + lookOnMs,
    periodMs: lifetimePeriodMs,
  };
  await garden.startControllerManager({
    shootQuota: { concurrentSyncs: 5, syncPeriod: `${lifetimePeriodMs / secondMs}s` },
  });
  const subjects = new Map<string, TimeSubject>(
    [...before].map(([name, shoot]) => [name, { shoot, quotas: quotasOf(shoot, quotas) }]),
  );
  await act(admin, subjects, "before", moment);
  if (Date.now() > moment.dueAt - spareMs) throw new Error("this machine is too slow: things came due meanwhile");
  say(`all of them are there; schedules and lifetimes come due at ${formatInstant(moment.dueAt)}`);
  const seen = await lookOn(admin, subjects, watch, moment);
  const agreed = tellCases(subjects, seen, watch, say);
  return (await runNever(garden, cases, say)) && agreed;
}

/** @returns the quotas that are left */
async function plantTime(
  admin: GardenAccess,
  version: string,
  moment: TimeMoment,
  say: (line: string) => void,
): Promise<readonly KubeObject[]> {
  for (const account of seedAccounts) await put(admin, account);
  const landscape = timeLandscape(cases, version, moment);
  const made = await plant(admin, landscape, say);
  say(`${made} of ${cases.length} clusters were created`);
  for (const shoot of landscape.shoots) {
    // It keeps a deleted cluster, as long as no gardenlet comes for it.
    await write(admin, shoot, { of: "object", body: { metadata: { finalizers: ["gardener"] } } });
  }
  const all = await listed<KubeObject>(admin, "quotas");
  const lost = all.filter(({ metadata }) => metadata.name === lostQuota);
  for (const quota of lost) {
    const answer = await remove(admin, { ...quota, apiVersion: "core.gardener.cloud/v1beta1", kind: "Quota" });
    if (answer.code !== 200) throw new Error(`${quota.metadata.name}: ${refusalText(answer)}`);
  }
  return all.filter((quota) => !lost.includes(quota));
}

/** Writes what the cases write at that time, and takes note of it. */
async function act(
  admin: GardenAccess,
  subjects: Map<string, TimeSubject>,
  when: TimeAct["when"],
  moment: TimeMoment,
): Promise<void> {
  const standing = await clusters(admin, cases.length);
  for (const [number, one] of cases.entries()) {
    const name = clusterName(number);
    const [subject, before] = [subjects.get(name), standing.get(name)];
    if (one.act?.when !== when || subject === undefined || before === undefined) continue;
    const at = Date.now();
    const after = await write(admin, before, { of: one.act.of, body: one.act.body(moment) });
    subjects.set(name, { ...subject, written: { at, before, after } });
  }
}

async function lookOn(
  admin: GardenAccess,
  subjects: Map<string, TimeSubject>,
  { untilAt }: TimeWatch,
  moment: TimeMoment,
): Promise<ReadonlyMap<string, SeenTime>> {
  const seen = new Map<string, SeenTime>();
  let isWritten = false;
  while (Date.now() < untilAt) {
    for (const [name, shoot] of await clusters(admin, cases.length)) {
      seen.set(name, noteTime(subjects.get(name)?.shoot ?? shoot, shoot, seen.get(name)));
    }
    if (!isWritten && Date.now() > moment.dueAt + afterMs) {
      isWritten = true;
      await act(admin, subjects, "after", moment);
    }
    await wait(pollMs);
  }
  return seen;
}

function tellCases(
  subjects: ReadonlyMap<string, TimeSubject>,
  seen: ReadonlyMap<string, SeenTime>,
  watch: TimeWatch,
  say: (line: string) => void,
): boolean {
  const counts = { agrees: 0, known: 0, differs: 0 };
  for (const [number, { name, known }] of cases.entries()) {
    const cluster = clusterName(number);
    const [subject, what] = [subjects.get(cluster), seen.get(cluster)];
    const differences =
      subject === undefined || what === undefined
        ? ["it could not be created, or is gone"]
        : judgeTime(foreseeTime(subject, watch), what, watch);
    const verdict = differences.length === 0 ? "agrees" : known === undefined ? "differs" : "known";
    counts[verdict] += 1;
    say(`${verdict.padEnd(8)} ${name}: ${what === undefined ? "nobody saw it" : seenInWords(what)}`);
    for (const difference of differences.slice(0, mostDescribed)) say(`         ${difference}`);
    if (differences.length > mostDescribed) say(`         and ${differences.length - mostDescribed} more`);
    if (verdict === "known") say(`         known: ${known}`);
  }
  say(
    `${counts.agrees} of ${cases.length} clusters as foreseen, ${counts.known} differ as is known, ${counts.differs} differ`,
  );
  return counts.differs === 0;
}
