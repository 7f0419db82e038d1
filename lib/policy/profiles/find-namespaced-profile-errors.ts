import type { CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { listVersions } from "../versions/listed-version.ts";
import { applyMachineAndVolumeTypeDefaults } from "./default-profile.ts";
import { mergedProfile } from "./effective-profile.ts";
import { changedGuardedFields, type GuardedField } from "./guarded-fields.ts";
import { latestVersion } from "./latest-version.ts";
import type { ProfileAdmissionContext } from "./one-supported.ts";
import { validateImageOverrides, validateMergedProfile, validateNamespacedProfile } from "./validate-namespaced.ts";
import {
  namespacedSpecStoredByApiServer,
  type OverrideError,
  validateKubernetesOverride,
} from "./validate-override.ts";

type Spec = NamespacedCloudProfile["spec"];

/** A new NamespacedCloudProfile, or a change of one. */
export interface NamespacedProfileChange {
  /** The stored object; undefined on creation. */
  readonly before: Pick<NamespacedCloudProfile, "spec" | "status"> | undefined;
  readonly after: Spec;
  /** Spec of the parent CloudProfile. */
  readonly parent: CloudProfileSpec;
  /** Guarded fields for which the user does not have the custom verb. */
  readonly refused: readonly GuardedField[];
}

/** `path` is the field in the NamespacedCloudProfile, also for errors that only the merged profile has. */
export interface NamespacedProfileError {
  readonly code: OverrideError["code"] | "PARENT_FIXED" | "VERB_MISSING" | "ENTRY_DROPPED";
  readonly type: OverrideError["type"];
  readonly path: string;
}

/**
 * All reasons why the API server refuses a NamespacedCloudProfile, and the entries that it drops without a word. The
 * API server itself stops at the first kind of error.
 *
 * @source Gardener: pkg/api/core/validation/namespacedcloudprofile.go, plugin/pkg/namespacedcloudprofile/validator,
 * plugin/pkg/global/customverbauthorizer
 */
export function findNamespacedProfileErrors(
  change: NamespacedProfileChange,
  view: ProfileAdmissionContext,
): readonly NamespacedProfileError[] {
  const { before, parent, refused } = change;
  const spec = applyMachineAndVolumeTypeDefaults(change.after);
  const merged = before?.status?.cloudProfileSpec;
  const override = {
    versions: spec.kubernetes?.versions ?? [],
    oldMerged: before && (merged?.kubernetes?.versions ?? []),
  };
  const errors: readonly NamespacedProfileError[] = [
    ...changedGuardedFields(before?.spec, spec)
      .filter((field) => refused.includes(field))
      .map((field) => ({ code: "VERB_MISSING", type: "Forbidden", path: `spec.${field}` }) as const),
    ...(before && !semanticallyEqual(before.spec.parent, spec.parent)
      ? [{ code: "PARENT_FIXED", type: "Invalid", path: "spec.parent" } as const]
      : []),
    ...validateNamespacedProfile(spec, view),
    ...droppedEntries(spec, namespacedSpecStoredByApiServer(spec, before?.spec, view)),
    ...validateKubernetesOverride(override, parent, view).filter(({ stage }) => stage === "parent"),
    ...validateImageOverrides({ spec, before, parent }, view),
    ...mergeErrors(spec, parent, view),
  ];
  const paths = new Set<string>();
  return errors.flatMap(({ code, type, path }) => {
    if (paths.has(path)) return [];
    paths.add(path);
    return [{ code, type, path }];
  });
}

/** Entries that are not stored: versions that are new here, and not available at their date. */
function droppedEntries(spec: Spec, stored: Spec): readonly NamespacedProfileError[] {
  const dropped = (path: string) => ({ code: "ENTRY_DROPPED", type: "Invalid", path }) as const;
  const kept = new Set(stored.kubernetes?.versions?.map(({ version }) => version));
  const images = new Map(
    stored.machineImages?.map(({ name, versions }) => [name, new Set(versions?.map(({ version }) => version))]),
  );
  return [
    ...(spec.kubernetes?.versions ?? []).flatMap(({ version }, index) =>
      kept.has(version) ? [] : [dropped(`spec.kubernetes.versions[${index}].expirationDate`)],
    ),
    ...(spec.machineImages ?? []).flatMap(({ name, versions }, index): readonly NamespacedProfileError[] => {
      const path = `spec.machineImages[${index}].versions`;
      const own = images.get(name);
      if (own === undefined && !versions?.length) return [{ code: "VALUE_REQUIRED", type: "Required", path }];
      return (versions ?? []).flatMap(({ version }, at) =>
        own?.has(version) ? [] : [dropped(`${path}[${at}].expirationDate`)],
      );
    }),
  ];
}

const mergedRoot = /^status\.cloudProfileSpec\./;

/** Errors of the merged profile, at the entries of the NamespacedCloudProfile that cause them. */
function mergeErrors(
  spec: Spec,
  parent: CloudProfileSpec,
  view: ProfileAdmissionContext,
): readonly NamespacedProfileError[] {
  const { parent: _, ...override } = spec;
  const merged = mergedProfile(parent, override);
  return validateMergedProfile(spec, parent, view).map((error) => {
    const path = error.path.replace(mergedRoot, "");
    if (error.code !== "LATEST_EXPIRES") return { ...error, path: ownPathOf(path, merged, spec) };
    const latest = latestVersion(listVersions(merged.kubernetes?.versions))?.text;
    const index = (spec.kubernetes?.versions ?? []).findIndex(({ version }) => version === latest);
    return { ...error, path: index < 0 ? "spec.kubernetes" : `spec.kubernetes.versions[${index}].expirationDate` };
  });
}

/** The field of the override to which a field of the merged profile belongs, or the nearest one that exists there. */
function ownPathOf(path: string, merged: CloudProfileSpec, spec: Spec): string {
  let [own, theirs]: readonly [unknown, unknown] = [spec, merged];
  let found = "spec";
  for (const [, name, index] of path.matchAll(/([^.[\]]+)|\[(\d*)\]/g)) {
    if (name !== undefined) {
      [own, theirs, found] = [fieldAt(own, name), fieldAt(theirs, name), `${found}.${name}`];
      continue;
    }
    const key = keyOf(listAt(theirs)[Number(index)]);
    const at = index === "" ? -1 : listAt(own).findIndex((entry) => keyOf(entry) === key);
    if (at < 0) return found;
    [own, theirs, found] = [listAt(own)[at], listAt(theirs)[Number(index)], `${found}[${at}]`];
  }
  return found;
}

/** What identifies an entry of a profile's lists. */
function keyOf(entry: unknown): string | undefined {
  return stringAt(entry, "version") ?? stringAt(entry, "name");
}
