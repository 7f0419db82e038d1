import { canonicalDuration } from "#lib/kube/go-duration.ts";
import { canonicalQuantity } from "#lib/kube/quantity.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { compareVersions } from "#lib/policy/versions/compare.ts";
import { parseVersion } from "#lib/policy/versions/parse.ts";

/** Names of fields that contain a quantity even without a unit. */
const amountFields: ReadonlySet<string> = new Set([
  "cpu",
  "memory",
  "ephemeralStorage",
  "storage",
  "size",
  "volumeSize",
  "minimumVolumeSize",
]);

const withUnit = /^[+-]?[0-9.]+(?:[numkMGTPE]|[KMGTPE]i)$/;
const withTimeUnit = /[a-zµ]/;
const clockTime = /^(\d{2})(\d{2})(\d{2})([+-])(\d{2})(\d{2})$/;

/**
 * Whether two values of a field mean the same: quantities, durations, versions and times of day are compared by value.
 *
 * @param field name of the field, which determines how a text is read
 */
export function hasSameMeaning(field: string, a: unknown, b: unknown): boolean {
  if (semanticallyEqual({ [field]: a }, { [field]: b })) return true;
  if (typeof a !== "string" || typeof b !== "string") return sameAmount(field, a, b);
  return sameVersion(field, a, b) || sameAmount(field, a, b) || sameDuration(a, b) || sameClockTime(a, b);
}

function sameVersion(field: string, a: string, b: string): boolean {
  if (field !== "version") return false;
  const [left, right] = [parseVersion(a), parseVersion(b)];
  return left.ok && right.ok && compareVersions(left.value, right.value) === 0;
}

/** Returns whether two values are equal quantities; a quantity may also be a number. */
function sameAmount(field: string, a: unknown, b: unknown): boolean {
  const [left, right] = [amountText(a), amountText(b)];
  if (left === undefined || right === undefined) return false;
  if (!amountFields.has(field) && !(withUnit.test(left) && withUnit.test(right))) return false;
  const meant = canonicalQuantity(left);
  return meant !== undefined && scaled(meant) === scaled(canonicalQuantity(right));
}

function amountText(value: unknown): string | undefined {
  return typeof value === "number" ? String(value) : typeof value === "string" ? value : undefined;
}

/** Returns a quantity in one fixed unit, so that `1Gi` equals `1073741824`, whose canonical texts differ. */
function scaled(canonical: string | undefined): string | undefined {
  return canonical === undefined
    ? undefined
    : canonicalQuantity(`${canonical}`.replace(/^(-?\d+)([KMGTPE])i$/, inBytes));
}

const binaryPowers = "KMGTPE";

function inBytes(_: string, digits: string, unit: string): string {
  return String(BigInt(digits) * 1024n ** BigInt(binaryPowers.indexOf(unit) + 1));
}

function sameDuration(a: string, b: string): boolean {
  if (!withTimeUnit.test(a) || !withTimeUnit.test(b)) return false;
  const meant = canonicalDuration(a);
  return meant !== undefined && meant === canonicalDuration(b);
}

/** Whether two times of day are equal: `220000+0100` is `210000+0000`. */
function sameClockTime(a: string, b: string): boolean {
  const at = secondOfDay(a);
  return at !== undefined && at === secondOfDay(b);
}

const daySeconds = 86_400;

function secondOfDay(text: string): number | undefined {
  const match = clockTime.exec(text);
  if (match === null) return undefined;
  const [, hours, minutes, seconds, sign, offsetHours, offsetMinutes] = match;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60 * (sign === "-" ? -1 : 1);
  const at = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) - offset;
  return (at + 2 * daySeconds) % daySeconds;
}
