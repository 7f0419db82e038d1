import type { CloudProfile, ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { minuteMs, secondMs } from "#lib/kube/time-units.ts";
import { formatTimeOfDay, secondsPerDay, wrap } from "#lib/policy/maintenance/time-of-day.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import type { Random } from "#lib/random.ts";
import { offsetText, type WindowText, windowText } from "#lib/view/maintenance/window-form.ts";

/**
 * Where a window lies.
 *
 * - `soon`: it begins in a moment and is as short as Gardener allows.
 * - `long`: it begins in a moment and goes on for hours.
 * - `open`: it has begun, and maintenance may begin for some minutes yet.
 * - `cut`: it is open, but in its last 15 minutes, in which no maintenance begins.
 * - `over`: it is over for today.
 * - `later`: it begins in an hour or later.
 */
export type WindowPlace = "soon" | "long" | "open" | "cut" | "over" | "later";

/** Epoch milliseconds. */
export interface WindowMoment {
  readonly now: number;
  /** When the first of those begins that begin in a moment. */
  readonly soonAt: number;
}

interface Span {
  readonly beginAt: number;
  readonly minutes: number;
}

const shortestMinutes = 30;
const longestMinutes = 360;
const cutMinutes = 15;
/** So long, at least, maintenance may begin in an open window. */
const openMinutes = 15;
/** Those that begin in a moment begin within so many seconds. */
const soonSeconds = 20;

function spanOf(random: Random, place: WindowPlace, { now, soonAt }: WindowMoment): Span {
  const minutes = random.int(shortestMinutes, longestMinutes);
  const ended = (agoMs: number): Span => ({ beginAt: now - agoMs - minutes * minuteMs, minutes });
  switch (place) {
    case "soon":
      return { beginAt: soonAt + random.int(0, soonSeconds) * secondMs, minutes: shortestMinutes };
    case "long":
      return { beginAt: soonAt + random.int(0, soonSeconds) * secondMs, minutes: random.int(60, longestMinutes) };
    case "open": {
      const long = random.int(60, longestMinutes);
      return { beginAt: now - random.int(1, long - openMinutes - cutMinutes) * minuteMs, minutes: long };
    }
    case "cut":
      return ended(random.int(60, 240) * secondMs - cutMinutes * minuteMs);
    case "over":
      return ended(random.int(1, 300) * minuteMs);
    case "later":
      return { beginAt: now + random.int(60, 900) * minuteMs, minutes };
  }
}

/** Offsets from UTC, in minutes: whole hours and odd ones. */
const offsets = [0, 60, 120, -300, -480, 330, 345, -210, 570, 765, 840, -660] as const;
const dayMinutes = 24 * 60;

/** The offset, in quarters of an hour, at which midnight is in the middle of the window. */
function midnightOffset({ beginAt, minutes }: Span): number {
  const middle = Math.floor(beginAt / minuteMs) + Math.floor(minutes / 2);
  const offset = Math.round(-wrap(middle, dayMinutes) / 15) * 15;
  return offset < -dayMinutes / 2 ? offset + dayMinutes : offset;
}

/** A window at that place, as a Shoot spells it, at any offset from UTC: some begin before midnight and end after it. */
export function windowFor(random: Random, place: WindowPlace, moment: WindowMoment): WindowText {
  const span = spanOf(random, place, moment);
  const offset = random.chance(0.25) ? midnightOffset(span) : random.pick(offsets);
  const clock = (atMs: number) => formatTimeOfDay(wrap(Math.floor(atMs / secondMs) + offset * 60, secondsPerDay));
  const endAt = span.beginAt + span.minutes * minuteMs;
  return windowText({ begin: clock(span.beginAt), end: clock(endAt), offset: offsetText(offset) });
}

/** The same profile, in which some of the versions that end do so at the instant (epoch milliseconds). */
export function endingAt(profile: CloudProfile, random: Random, atMs: number): CloudProfile {
  const moved = <Version extends ExpirableVersion>(version: Version): Version =>
    version.expirationDate && random.chance(0.25) ? { ...version, expirationDate: formatInstant(atMs) } : version;
  const { kubernetes, machineImages } = profile.spec;
  return {
    ...profile,
    spec: {
      ...profile.spec,
      kubernetes: { ...kubernetes, versions: kubernetes?.versions?.map(moved) ?? [] },
      machineImages: machineImages?.map((image) => ({ ...image, versions: image.versions?.map(moved) ?? [] })) ?? [],
    },
  };
}

/** The state that a cluster is in, besides its versions: every tenth has one of its own. */
const standings: Readonly<Record<number, (shoot: Shoot) => Shoot>> = {
  1: ({ spec, status, ...shoot }) => ({
    ...shoot,
    spec: { ...spec, hibernation: { enabled: true } },
    status: { ...status, hibernated: true },
  }),
  3: (shoot) => withOperation(shoot, "Failed"),
  4: (shoot) => withAnnotation(withOperation(shoot, "Failed"), annotations.needsRetry),
  6: (shoot) => withAnnotation(shoot, annotations.ignore),
  7: (shoot) => withOperation(shoot, "Processing"),
  8: (shoot) => ({ ...shoot, status: { ...shoot.status, lastOperation: null } }),
};

/** Hibernated, failed, failed and to be retried, ignored, in the middle of an operation, or never reconciled. */
export function inStanding(shoot: Shoot, at: number): Shoot {
  return standings[at % 10]?.(shoot) ?? shoot;
}

/** Whether a cluster is deleted before its window opens. Only a gardenlet would take it away, so it stays. */
export function isToBeDeleted({ metadata }: Pick<Shoot, "metadata">): boolean {
  return metadata.name.endsWith("9");
}

function withAnnotation(shoot: Shoot, key: string): Shoot {
  return { ...shoot, metadata: { ...shoot.metadata, annotations: { ...shoot.metadata.annotations, [key]: "true" } } };
}

function withOperation(shoot: Shoot, state: string): Shoot {
  const { lastOperation, ...status } = shoot.status ?? {};
  return { ...shoot, status: { ...status, lastOperation: { ...lastOperation, type: "Reconcile", state } } };
}
