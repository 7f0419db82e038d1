import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import type { ClassificationContext } from "./classify.ts";
import { stagesOf } from "./classify.ts";
import type { ListedVersion } from "./listed-version.ts";
import type { PreparedProfile } from "./prepared-profile.ts";

/** The instants at which a version's classification changes, in epoch milliseconds, in no order. */
export function classificationTransitionsOf(
  listed: ListedVersion,
  reading: Pick<ClassificationContext, "model">,
): readonly number[] {
  return stagesOf(listed, reading)
    .map(({ startsAt }) => startsAt)
    .filter(Number.isFinite);
}

const transitionsByModel = memoizePerObject(
  (_profile: PreparedProfile) => new Map<ClassificationContext["model"], readonly number[]>(),
);

/** All instants at which a version of the profile changes its classification: epoch milliseconds, ascending. */
export function profileTransitions(
  profile: PreparedProfile,
  reading: Pick<ClassificationContext, "model">,
): readonly number[] {
  const byModel = transitionsByModel(profile);
  const held = byModel.get(reading.model);
  if (held !== undefined) return held;
  const versions: readonly ListedVersion[] = [
    ...profile.kubernetes,
    ...profile.images.flatMap((image) => image.versions),
  ];
  const instants = new Set(versions.flatMap((listed) => classificationTransitionsOf(listed, reading)));
  const sorted = [...instants].sort((a, b) => a - b);
  byModel.set(reading.model, sorted);
  return sorted;
}
