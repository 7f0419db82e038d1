import { formatInstant } from "#lib/kube/instant.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "#lib/kube/time-units.ts";
import type { Random } from "#lib/random.ts";

/** A random time in 2026, often one at which a period begins or clocks change. */
export function randomMoment(random: Random): number {
  const day = Date.UTC(2026, random.pick([0, 2, 2, 3, 6, 9, 9, 10, 11]), random.int(1, 31));
  return (
    day + random.int(0, 47) * 30 * minuteMs + random.pick([0, 0, secondMs, -secondMs, 17 * minuteMs + 5 * secondMs])
  );
}

const distances = [
  ...[0, 1, 9, 10, 11, 30, 39, 40, 41, 59, 60, 61, 199, 200, 201, 299, 300, 301].map((seconds) => seconds * secondMs),
  ...[10, 11, 29, 30, 31, 45, 60, 61].map((minutes) => minutes * minuteMs),
  ...[2, 6, 12, 13, 19].map((hours) => hours * hourMs),
  ...[1, 5, 7, 8, 30, 200].map((days) => days * dayMs),
];

/** A random duration in milliseconds, often a threshold of Gardener, or one second more or less. */
export function randomDistanceMs(random: Random): number {
  const distance = distances[random.int(0, distances.length - 1)] ?? 0;
  return Math.max(0, distance + random.pick([0, 0, 0, secondMs, -secondMs]));
}

export function randomPastTime(random: Random, now: number): string {
  return formatInstant(now - randomDistanceMs(random));
}

/** Formats a duration of whole seconds as Go does. */
export function goDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / secondMs);
  const parts = [
    seconds >= 3600 ? `${Math.floor(seconds / 3600)}h` : "",
    seconds >= 60 ? `${Math.floor(seconds / 60) % 60}m` : "",
    `${seconds % 60}s`,
  ];
  return parts.join("");
}
