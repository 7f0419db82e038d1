import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import type { ClassificationContext } from "#lib/policy/versions/classify.ts";
import type { ListedVersion } from "#lib/policy/versions/listed-version.ts";
import { determineImage } from "#lib/policy/versions/maintain-images.ts";
import { maintainKubernetes } from "#lib/policy/versions/maintain-kubernetes.ts";
import type { PreparedImage } from "#lib/policy/versions/prepared-profile.ts";
import { currentVersion } from "#lib/policy/versions/version-exclusion.ts";

/** Update target: a version, none although the version must be left (dead end), or none because it can stay. */
export type UpdateTarget =
  | { readonly kind: "to"; readonly version: string }
  | { readonly kind: "stays" }
  | { readonly kind: "dead-end" }
  /** A version in the list cannot be parsed, so that the choice fails. */
  | { readonly kind: "unreadable" };

/** Updates of clusters on a version. Instants in epoch milliseconds. */
export interface NextUpdate {
  /** Target of the next maintenance if automatic updates are on. */
  readonly auto: UpdateTarget;
  /** Forced update; absent if no end of the version is known. `at` is undefined if the update is already due. */
  readonly forced?: { readonly at: number | undefined; readonly target: UpdateTarget };
}

const justAfterMs = 0.5;

type Choose = (reading: ClassificationContext, mustLeave: boolean) => UpdateTarget;

function updateBy(choose: Choose, { mustLeaveNow, expiresAt, reading }: VersionToUpdate): NextUpdate {
  if (mustLeaveNow) {
    const target = choose(reading, true);
    return { auto: target, forced: { at: undefined, target } };
  }
  const auto = choose(reading, false);
  if (expiresAt === undefined) return { auto };
  return { auto, forced: { at: expiresAt, target: choose({ ...reading, now: expiresAt + justAfterMs }, true) } };
}

export interface VersionToUpdate {
  readonly text: string;
  /** Whether the version has to be left now, because it has expired or is not in the profile. */
  readonly mustLeaveNow: boolean;
  readonly expiresAt: number | undefined;
  readonly reading: ClassificationContext;
}

const answersOf = memoizePerObject((_list: object) => new Map<string, NextUpdate>());

/** Caches results: page counts change with every cluster, but these results only with the profile and the minute. */
function remembered(
  list: object,
  { text, mustLeaveNow, reading }: VersionToUpdate,
  answer: () => NextUpdate,
): NextUpdate {
  const answers = answersOf(list);
  const key = `${reading.now} ${mustLeaveNow} ${text}`;
  const held = answers.get(key) ?? answer();
  if (answers.size >= mostAnswers) answers.clear();
  answers.set(key, held);
  return held;
}

const mostAnswers = 2_000;

/** Returns the updates of a cluster on this Kubernetes version, with the profile as it is. */
export function nextKubernetesUpdate(versions: readonly ListedVersion[], question: VersionToUpdate): NextUpdate {
  return remembered(versions, question, () => updateKubernetes(versions, question));
}

function updateKubernetes(versions: readonly ListedVersion[], question: VersionToUpdate): NextUpdate {
  const current = currentVersion(question.text);
  return updateBy((reading) => {
    const outcome = maintainKubernetes({ versions, current, reading }, true);
    if (outcome.outcome === "updated") return { kind: "to", version: outcome.to };
    if (outcome.outcome === "none") return { kind: "stays" };
    return { kind: isUnreadable(outcome.error) ? "unreadable" : "dead-end" };
  }, question);
}

/** Returns the updates of a pool on this version of a machine image, if every version of the image fits the pool. */
export function nextImageUpdate(image: PreparedImage, question: VersionToUpdate): NextUpdate {
  return remembered(image, question, () => updateImage(image, question));
}

function updateImage(image: PreparedImage, question: VersionToUpdate): NextUpdate {
  return updateBy((reading, mustLeave) => {
    const used = { name: image.name, version: question.text };
    const picked = determineImage(image, used, { reading, mustLeave });
    if (!picked.ok) return { kind: isUnreadable(picked.error.code) ? "unreadable" : "dead-end" };
    return picked.value ? { kind: "to", version: picked.value.text } : { kind: "stays" };
  }, question);
}

function isUnreadable(code: string): boolean {
  return code === "INVALID_VERSION" || code === "UNSORTABLE_LIST";
}
