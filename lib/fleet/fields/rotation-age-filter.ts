import type { FleetRow, RotationSummary } from "#lib/contract/fleet.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";
import type { FleetContext } from "./create-fleet-context.ts";
import { familiesUnknownUntilRenewed } from "./due-families.ts";

/** Short names of credential families that users type; the other families have Gardener's own names. */
const families: Readonly<Record<string, string>> = {
  ca: "certificateAuthorities",
  sa: "serviceAccountKey",
  etcd: "etcdEncryptionKey",
  ssh: "sshKeypair",
  obs: "observability",
};

const labels: Readonly<Record<string, Message>> = {
  certificateAuthorities: message("certificate authorities"),
  serviceAccountKey: message("service account key"),
  etcdEncryptionKey: message("etcd encryption key"),
  sshKeypair: message("SSH key pair"),
  observability: message("observability passwords"),
};

/** Gardener's name of a credential family for a short name, ignoring case; other texts are returned unchanged. */
export function parseFamilyName(text: string): string {
  const short = families[text.toLowerCase()];
  return short ?? Object.values(families).find((name) => name.toLowerCase() === text.toLowerCase()) ?? text;
}

/** Name used in place of a credential family to filter by how long a rotation has been waiting for users. */
const waiting = "waiting";

/** Bounds of an age in days: more than, less than, at most. */
interface AgeBounds {
  readonly over?: number;
  readonly under?: number;
  readonly upTo?: number;
}

interface AgeQuestion {
  readonly family: string;
  /** Bounds of the age; absent if any age matches. */
  readonly age?: AgeBounds;
}

/**
 * Parses values such as `ca:>365d`, i.e. last renewed more than a year ago, or `ca:90d..120d`, more than 90 and at most
 * 120 days ago. `waiting` needs no age.
 */
function parseAge(value: string): AgeQuestion | undefined {
  if (value.trim().toLowerCase() === waiting) return { family: waiting };
  const [, family, bounds = ""] = /^([A-Za-z]+):(.+)$/.exec(value.trim()) ?? [];
  const age = parseBounds(bounds);
  return family === undefined || age === undefined ? undefined : { family: parseFamilyName(family), age };
}

function parseBounds(text: string): AgeBounds | undefined {
  const [, sign, days] = /^([<>])(\d{1,5})d$/.exec(text) ?? [];
  if (days !== undefined) return sign === ">" ? { over: Number(days) } : { under: Number(days) };
  const [, from, to] = /^(\d{1,5})d\.\.(\d{1,5})d$/.exec(text) ?? [];
  if (from === undefined || to === undefined) return undefined;
  return { ...(Number(from) > 0 && { over: Number(from) }), upTo: Number(to) };
}

/** Returns whether a value of the rotation age filter is valid. */
export function isRotationAgeFilterValue(value: string): boolean {
  return parseAge(value) !== undefined;
}

/** Whether a filter value is about how long rotations have been waiting for users: `waiting`, `waiting:>14d`. */
export function isWaitingTimeFilterValue(value: string): boolean {
  return parseAge(value)?.family === waiting;
}

/** Returns a test of ages; credentials never renewed are as old as the cluster. `waiting:>14d` tests rotations. */
export function createRotationAgeTest(
  values: readonly string[],
): (row: FleetRow, context: Pick<FleetContext, "now">) => boolean {
  const byFamily = [
    ...Map.groupBy(
      values.flatMap((value) => parseAge(value) ?? []),
      ({ family }) => family,
    ),
  ];
  // Credential families that were never rotated have the same time, which is parsed once.
  const instantOf = memoizeLast(parseInstant);
  return ({ rotations = [], rotatedAt, createdAt }, { now }) =>
    byFamily.some(([family, asked]) => {
      if (family === waiting) return rotations.some((each) => asked.some((age) => waitsFor(each, age, now)));
      // Not every cluster has these credentials; a row reports them only after their first renewal.
      const renewedAt = rotatedAt?.[family];
      const since = instantOf(renewedAt ?? (familiesUnknownUntilRenewed.has(family) ? undefined : createdAt));
      return asked.some((age) => isSo(age, since, now));
    });
}

/** Whether a rotation waits for users as long as a filter such as `waiting:>14d` asks; false for other filters. */
export function matchesWaitingTimeFilter(rotation: RotationSummary, value: string, now: number): boolean {
  const asked = parseAge(value);
  return asked?.family === waiting && waitsFor(rotation, asked, now);
}

function waitsFor({ wait, since }: RotationSummary, asked: AgeQuestion, now: number): boolean {
  return wait !== undefined && isSo(asked, parseInstant(since), now);
}

function isSo({ age }: AgeQuestion, since: number | undefined, now: number): boolean {
  if (age === undefined) return true;
  return since !== undefined && isWithin(age, now - since);
}

function isWithin({ over, under, upTo }: AgeBounds, ageMs: number): boolean {
  return (
    (over === undefined || ageMs > over * dayMs) &&
    (under === undefined || ageMs < under * dayMs) &&
    (upTo === undefined || ageMs <= upTo * dayMs)
  );
}

export function rotationAgeFilterLabel(value: string): string {
  const asked = parseAge(value);
  if (asked === undefined) return value;
  const { family, age } = asked;
  const what = String(labels[family] ?? family);
  if (age === undefined) return what;
  const { over, under, upTo } = age;
  if (upTo !== undefined) return text("{what} of {from} to {to} days", { what, from: over ?? 0, to: upTo });
  return under === undefined
    ? text("{what} over {days} days", { what, days: over ?? 0 })
    : text("{what} under {days} days", { what, days: under });
}
