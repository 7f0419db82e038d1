import type { ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import { parseConstraint, satisfies } from "./constraint.ts";
import { decideVersionUpdate, type MaintenanceOutcome, maintenanceOutcomeOf, updateTriggerOf } from "./decide.ts";
import type { ListedVersion } from "./listed-version.ts";
import { type InvalidVersion, normaliseVersion } from "./parse.ts";
import { forceConsecutiveMinor, pickAutomaticPatch, type VersionPickInput } from "./pick.ts";

/**
 * The list entry of a Kubernetes version: the first with the same numeric core, so `v1.30.5-foo` is listed when `1.30.5`
 * is.
 *
 * @returns undefined when it is not listed. Error `INVALID_VERSION`
 * @source Gardener: pkg/api/core/v1beta1/helper, KubernetesVersionExistsInCloudProfile
 */
export function findKubernetesVersionInProfile<Entry extends ExpirableVersion>(
  versions: readonly ListedVersion<Entry>[],
  current: string,
): Result<ListedVersion<Entry> | undefined, InvalidVersion> {
  if (versions.length === 0) return ok(undefined);
  const wanted = parseConstraint(`=${normaliseVersion(current)}`);
  if (!wanted.ok) return fail({ code: "INVALID_VERSION", text: current });
  for (const listed of versions) {
    if (listed.core === undefined) return fail({ code: "INVALID_VERSION", text: listed.text });
    if (satisfies(listed.core, wanted.value)) return ok(listed);
  }
  return ok(undefined);
}

/**
 * Outcome of a maintenance run for a Kubernetes version of control plane or pool. Deprecated, preview and unavailable
 * versions need not be replaced. The automatic step stays in the minor; the forced one goes exactly one minor up and
 * never across a major.
 *
 * @returns `to` as it is written in the profile
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, maintainKubernetesVersion
 */
export function maintainKubernetes(selection: VersionPickInput, autoUpdate: boolean): MaintenanceOutcome {
  const listed = findKubernetesVersionInProfile(selection.versions, selection.current.text);
  if (!listed.ok) return { outcome: "error", error: "INVALID_VERSION" };
  const trigger = updateTriggerOf(listed.value, autoUpdate, selection.reading);
  if (trigger === undefined) return { outcome: "none" };
  const steps = { auto: pickAutomaticPatch, force: forceConsecutiveMinor };
  return maintenanceOutcomeOf(trigger, decideVersionUpdate(selection, steps, trigger !== "AUTO_UPDATE"));
}
