import { stringAt } from "#lib/kube/field.ts";

const workdays = "1,2,3,4,5";
const start = `0 19 * * ${workdays}`;
const end = `0 7 * * ${workdays}`;

/** Schedules with which a cluster runs on workdays from 7:00 to 19:00 and hibernates at night and on weekends. */
export function presetSchedules(location: string) {
  return [{ start, end, location }];
}

/** Whether these are the schedules of the preset, in any time zone. */
export function isHibernationPreset(schedules: readonly unknown[]): boolean {
  const [only, ...others] = schedules;
  return others.length === 0 && stringAt(only, "start") === start && stringAt(only, "end") === end;
}
