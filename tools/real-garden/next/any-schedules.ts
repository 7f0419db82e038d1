import { hourMs, minuteMs } from "#lib/kube/time-units.ts";
import type { Random } from "#lib/random.ts";
import { type RandomJson, randomlyOmitted } from "./draw.ts";

/**
 * Time zones with their approximate offsets, so that random times are often near. Their clocks change at full hours
 * other than midnight: with a change at midnight, Gardener skips whole days, which the policy core does not simulate.
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

/** Random cron expression that matches within two years: Gardener loops forever with one that never matches. */
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

export function randomHibernationSchedule(random: Random, now: number): RandomJson {
  const [zone, hours] = random.pick(zones);
  const cron = (): string => anyCron(random, now, hours);
  // The API server requires at least one of start and end.
  const start = randomlyOmitted(random, 0.8, cron);
  return {
    start,
    end: start === undefined ? cron() : randomlyOmitted(random, 0.6, cron),
    location: random.chance(0.02) ? "Moon/Crater" : zone,
  };
}

export function randomHibernationSchedules(random: Random, now: number, most = 3): RandomJson[] {
  return Array.from({ length: random.int(0, most) }, () => randomHibernationSchedule(random, now));
}

/** A random schedule that may never match. */
export function randomRareSchedule(random: Random): RandomJson {
  const cron = (): string =>
    `0 ${random.int(0, 23)} ${random.int(28, 31)} ${random.pick([2, 4, 6, 12])} ${random.pick(["*", "*", "*", "1"])}`;
  return { start: cron(), end: randomlyOmitted(random, 0.3, cron) };
}
