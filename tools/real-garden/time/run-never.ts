import { setTimeout as wait } from "node:timers/promises";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { minuteMs, secondMs } from "#lib/kube/time-units.ts";
import { scheduleNotes } from "#lib/policy/next/schedule-notes.ts";
import { eventually } from "../eventually.ts";
import type { RealGarden } from "../start-real-garden.ts";
import { clusterName, dailyAt, type TimeCase } from "./time-case.ts";
import { clusters, write } from "./time-clusters.ts";

/** The two clusters that are taken: by the names of their cases, nothing hinders either. */
const neverName = "has no schedule";
const otherName = "has a schedule that comes in an hour";
const neverComing = "0 0 30 2 *";

/** How long the controller-manager takes to start, on a busy machine. */
const startMs = 90 * secondMs;
/** From when a time has come until it would long have been executed. */
const afterMs = 20 * secondMs;

/**
 * Gives one cluster a schedule that never comes, which the API server takes. The controller has one worker here: it does
 * not return from that cluster, and executes no schedule of another, until the schedule is gone and the controller-manager
 * is started again. Then it makes up for the time that it missed.
 *
 * @returns whether all of that is so, and the note on the cluster says it
 */
export async function runNever(
  garden: RealGarden,
  cases: readonly TimeCase[],
  say: (line: string) => void,
): Promise<boolean> {
  const { admin, release } = garden;
  const named = async (wanted: string): Promise<Shoot> => {
    const name = clusterName(cases.findIndex(({ name: one }) => one === wanted));
    const shoot = (await clusters(admin, cases.length)).get(name);
    if (shoot === undefined) throw new Error(`"${wanted}" is gone`);
    return shoot;
  };
  const scheduled = async (wanted: string, schedules: readonly object[] | null): Promise<Shoot> =>
    write(admin, await named(wanted), { of: "object", body: { spec: { hibernation: { schedules } } } });
  const oneWorker = { shootHibernation: { concurrentSyncs: 1 } };

  await garden.stopControllerManager();
  const dueAt = Math.ceil((Date.now() + startMs) / minuteMs) * minuteMs;
  const never = await scheduled(neverName, [{ start: neverComing }]);
  const other = await scheduled(otherName, [{ start: dailyAt(dueAt) }]);
  const view = { release: release.version };
  const notes = scheduleNotes({ shoot: never, view, nowMs: Date.now() }).map(({ id }) => id);
  await garden.startControllerManager(oneWorker);
  await wait(dueAt + afterMs - Date.now());
  const waiting = (await Promise.all([neverName, otherName].map(named))).map(triggerOf);
  await garden.stopControllerManager();
  await scheduled(neverName, null);
  await garden.startControllerManager(oneWorker);
  await eventually("the time that was missed is made up for", async () => {
    return triggerOf(await named(otherName)) !== triggerOf(other);
  });
  const made = await named(otherName);

  const differences = [
    ...(notes.join() === "schedule-never-comes" ? [] : [`the note on it is ${notes.join() || "none"}`]),
    ...(waiting[0] === triggerOf(never) ? [] : ["it was executed"]),
    ...(waiting[1] === triggerOf(other)
      ? []
      : ["the controller returned from it: another cluster's time was executed"]),
    ...(made.spec.hibernation?.enabled === true ? [] : ["the time that was missed was not made up for"]),
  ];
  const verdict = differences.length === 0 ? "agrees" : "differs";
  say(`${verdict.padEnd(8)} has a schedule that never comes: another's time, ${formatInstant(dueAt)}, was missed`);
  say(
    `         and made up for at ${triggerOf(made)}, when that schedule was gone and the controller-manager started again`,
  );
  for (const difference of differences) say(`         ${difference}`);
  return differences.length === 0;
}

function triggerOf({ status }: Shoot): string {
  return status?.lastHibernationTriggerTime ?? "";
}
