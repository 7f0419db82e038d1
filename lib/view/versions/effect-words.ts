import type { Clock } from "#lib/words/clock.ts";
import { formatDate } from "#lib/words/format-time.ts";
import type { ClusterEffect, EffectDeadEnd, EffectKind, EffectStep } from "../../contract/versions.ts";

export const effectTitles: Readonly<Record<EffectKind, string>> = {
  stuck: "Newly stuck",
  freed: "Freed",
  earlier: "Moved earlier",
  later: "Moved later",
  otherwise: "Other target",
};

const laneWords = ({ pool, what }: Pick<EffectDeadEnd, "pool" | "what">) => {
  if (pool === "") return what === "image" ? "Image" : "Control plane";
  return `Pool ${pool}, ${what === "image" ? "image" : "Kubernetes"}`;
};

function stepWords(step: EffectStep, clock: Clock): string {
  const { from, to, forced, before, after } = step;
  const what = `${laneWords(step)} ${from} to ${to}${forced ? ", forced" : ""}`;
  if (after === undefined)
    return `${what}: no longer expected${before === undefined ? "" : ` (was ${formatDate(before, clock)})`}`;
  if (before === undefined) return `${what}: ${formatDate(after, clock)}, was not expected`;
  if (before === after) return `${what}: ${formatDate(after, clock)}, to another version than before`;
  return `${what}: ${formatDate(after, clock)} instead of ${formatDate(before, clock)}`;
}

const deadEndWords: Readonly<Record<string, string>> = {
  "no-next-minor": "the next minor is missing",
  "preview-only": "the next minor has previews only",
  "highest-minor": "nothing lies above",
  "image-end-of-life": "the image has reached its end of life",
  "newest-image": "no newer image version is listed",
  "no-higher-image": "the image has no next level",
  "image-does-not-fit": "no image version fits the pool",
  "image-not-in-profile": "the image is not in the profile",
  "rejected-by-dry-run": "the API server would refuse the whole run",
};

function endWords(end: EffectDeadEnd, verb: string, clock: Clock): string {
  const why = (Object.hasOwn(deadEndWords, end.code) ? deadEndWords[end.code] : undefined) ?? end.code;
  const where = end.what === "run" ? "Maintenance" : `${laneWords(end)} ${end.version}`;
  return `${where} ${verb} ${formatDate(end.fromAt, clock)}: ${why}`;
}

/** What happens to one cluster, the gravest first. */
export function effectWords({ stuck, freed, stuckOtherwise, step }: ClusterEffect, clock: Clock): readonly string[] {
  return [
    ...(stuck ? [endWords(stuck, "gets stuck on", clock)] : []),
    ...(freed ? [endWords(freed, "is no longer stuck from", clock)] : []),
    ...(stuckOtherwise
      ? [`${endWords(stuckOtherwise, "gets stuck on", clock)}, instead of ${formatDate(stuckOtherwise.before, clock)}`]
      : []),
    ...(step ? [stepWords(step, clock)] : []),
  ];
}
