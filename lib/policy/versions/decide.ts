import type { ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import { fail, type Result } from "#lib/result.ts";
import { type ClassificationContext, isExpired } from "./classify.ts";
import type { ListedVersion } from "./listed-version.ts";
import type { PickFailure, VersionPickInput, VersionPickResult } from "./pick.ts";

/** Why maintenance considers a version: it must be replaced, or automatic updates are on. */
export type UpdateTrigger = "NOT_IN_PROFILE" | "EXPIRED" | "AUTO_UPDATE";

/** Why maintenance considers a version; undefined when it does not. `listed` is the version's entry in the profile. */
export function updateTriggerOf(
  listed: ListedVersion | undefined,
  autoUpdate: boolean,
  reading: ClassificationContext,
): UpdateTrigger | undefined {
  if (listed === undefined) return "NOT_IN_PROFILE";
  if (isExpired(listed, reading)) return "EXPIRED";
  return autoUpdate ? "AUTO_UPDATE" : undefined;
}

/** Error: the version must be replaced, and no replacement exists. */
interface NoSuitableVersion {
  readonly code: "NO_SUITABLE_VERSION" | "IMAGE_END_OF_LIFE";
  /** Text of the version in use. */
  readonly text: string;
}

export type DecisionFailure = PickFailure | NoSuitableVersion;
type DecisionFailureCode = DecisionFailure["code"];

/** Functions that pick the automatic and the forced update of an update strategy. */
export interface UpdateStrategySteps<Entry extends ExpirableVersion> {
  readonly auto: (selection: VersionPickInput<Entry>) => VersionPickResult<Entry>;
  readonly force: (selection: VersionPickInput<Entry>) => Result<ListedVersion<Entry> | undefined, DecisionFailure>;
}

/**
 * Decides to which version to update, in two stages. The automatic step is always tried first; the forced one, which
 * alone may select an expired version, only when the version must be replaced.
 *
 * @returns the target; undefined when there is nothing newer and no need to replace it. Error `NO_SUITABLE_VERSION`
 * when the version must be replaced and no target exists, or the error of a step
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance/helper, determineNextVersions
 */
export function decideVersionUpdate<Entry extends ExpirableVersion>(
  selection: VersionPickInput<Entry>,
  { auto, force }: UpdateStrategySteps<Entry>,
  mustLeave: boolean,
): Result<ListedVersion<Entry> | undefined, DecisionFailure> {
  const automatic = auto(selection);
  if (!automatic.ok || automatic.value !== undefined || !mustLeave) return automatic;
  const forced = force(selection);
  if (!forced.ok || forced.value !== undefined) return forced;
  return fail({ code: "NO_SUITABLE_VERSION", text: selection.current.text });
}

/** Outcome of a maintenance run for one version. */
export type MaintenanceOutcome =
  | { readonly outcome: "none" }
  | { readonly outcome: "updated"; readonly trigger: UpdateTrigger; readonly to: string }
  | { readonly outcome: "failed"; readonly trigger: UpdateTrigger; readonly error: DecisionFailureCode }
  /** Only logged by the controller: nothing appears in the Shoot's status. */
  | { readonly outcome: "error"; readonly error: "INVALID_VERSION" };

/** Converts the decision about a version to the outcome of a maintenance run. */
export function maintenanceOutcomeOf<Entry extends ExpirableVersion>(
  trigger: UpdateTrigger,
  decision: Result<ListedVersion<Entry> | undefined, DecisionFailure>,
): MaintenanceOutcome {
  if (!decision.ok) return { outcome: "failed", trigger, error: decision.error.code };
  return decision.value ? { outcome: "updated", trigger, to: decision.value.text } : { outcome: "none" };
}
