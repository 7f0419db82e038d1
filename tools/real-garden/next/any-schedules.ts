import { hourMs, minuteMs } from "#lib/kube/time-units.ts";
import type { Random } from "#lib/random.ts";
import { type Drawn, maybe } from "./draw.ts";

/**
 * Zones with their hours, roughly, so that a time is often near. Their clocks change at whole hours other than midnight:
 * where they change at midnight, Gardener passes over whole days, which the policy core does not foresee.
 */
const zones: readonly [Zone, ...Zone[]] = [
  [undefined, 0],
  [undefined, 0],
  ["", 0],
  ["UTC", 0],
  ["Europe/Berlin", 1],
  ["Europe/Berlin", 2],
  ["America/New_York", -5],
  ["Asia/Kolkata", 5.5],
  ["Asia/Tokyo", 9],
  ["Europe/London", 0],
  ["America/St_Johns", -2.5],
  ["America/Nuuk", -2],
  ["Asia/Jerusalem", 2],
  ["Antarctica/Troll", 1],
  ["Australia/Sydney", 10],
];
type Zone = readonly [name: string | undefined, hours: number];

function nearCron(random: Random, now: number, hours: number): string {
  const minutes = random.pick([0, 0, 1, 9, 10, 30, 60, 119, 120, 121, 300, -1, -30, -300]);
  const at = new Date(now + hours * hourMs - minutes * minuteMs);
  return `${at.getUTCMinutes()} ${at.getUTCHours()} * * ${random.pick(["*", "*", "*", "1-5", "1,3,5"])}`;
}

/** It comes within a year or two: Gardener never comes back from one that does not. */
function farCron(random: Random): string {
  const minute = random.pick(["0", "30", "15,45", "*/20", "0-10/5", "59"]);
  const hour = random.pick(["0", "8", "20", "22", "23", "*/6", "7-9", "2", "3"]);
  const day = random.pick(["*", "*", "*", "1", "29", "*/2", "?"]);
  const month = random.pick(["*", "*", "*", "feb", "1-6", "10"]);
  const weekday = random.pick(["*", "*", "1-5", "MON-FRI", "0", "sat,sun"]);
  return `${minute} ${hour} ${day} ${month} ${weekday}`;
}

const odd = [
  ...["@daily", "@hourly", "@weekly", "@every 1h", "TZ=Asia/Tokyo 0 20 * * *"],
  ...["61 * * * *", "soon", "0 20 * *", "0 20 * * 7", ""],
] as const;

function anyCron(random: Random, now: number, hours: number): string {
  if (random.chance(0.02)) return odd[random.int(0, odd.length - 1)] ?? "";
  return random.chance(0.6) ? nearCron(random, now, hours) : farCron(random);
}

export function anySchedule(random: Random, now: number): Drawn {
  const [zone, hours] = random.pick(zones);
  const cron = (): string => anyCron(random, now, hours);
  // The API server wants one of them at least.
  const start = maybe(random, 0.8, cron);
  return {
    start,
    end: start === undefined ? cron() : maybe(random, 0.6, cron),
    location: random.chance(0.02) ? "Moon/Crater" : zone,
  };
}

export function anySchedules(random: Random, now: number, most = 3): Drawn[] {
  return Array.from({ length: random.int(0, most) }, () => anySchedule(random, now));
}

/** One that may never come. */
export function rareSchedule(random: Random): Drawn {
  const cron = (): string =>
    `0 ${random.int(0, 23)} ${random.int(28, 31)} ${random.pick([2, 4, 6, 12])} ${random.pick(["*", "*", "*", "1"])}`;
  return { start: cron(), end: maybe(random, 0.3, cron) };
}
