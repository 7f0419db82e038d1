import type { ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import { fail, type Result } from "#lib/result.ts";
import { isExpired, type Reading } from "./classify.ts";
import type { ListedVersion } from "./listed-version.ts";
import type { Picked, PickFailure, Selection } from "./pick.ts";

/** Why maintenance looks at a version: it must be left, or its owner wants the newest. */
export type Trigger = "NOT_IN_PROFILE" | "EXPIRED" | "AUTO_UPDATE";

/** Why maintenance looks at a version; `listed` is its entry in the profile. Undefined where it leaves it alone. */
export function triggerOf(
  listed: ListedVersion | undefined,
  autoUpdate: boolean,
  reading: Reading,
): Trigger | undefined {
  if (listed === undefined) return "NOT_IN_PROFILE";
  if (isExpired(listed, reading)) return "EXPIRED";
  return autoUpdate ? "AUTO_UPDATE" : undefined;
}

/** The version must be left and nothing can be used instead. */
interface NoSuitableVersion {
  readonly code: "NO_SUITABLE_VERSION" | "IMAGE_END_OF_LIFE";
  /** The version in use. */
  readonly text: string;
}

export type DecisionFailure = PickFailure | NoSuitableVersion;
type DecisionFailureCode = DecisionFailure["code"];

/** The automatic and the forced step of a strategy. */
export interface Steps<Entry extends ExpirableVersion> {
  readonly auto: (selection: Selection<Entry>) => Picked<Entry>;
  readonly force: (selection: Selection<Entry>) => Result<ListedVersion<Entry> | undefined, DecisionFailure>;
}

/**
 * The two-stage decision. The automatic step is tried first whatever the trigger; the forced one, which alone may take an
 * expired version, only when the version must be left.
 *
 * @returns the target; undefined when there is nothing newer and no need to leave. Error `NO_SUITABLE_VERSION` when the
 * version must be left and nothing is found, or the error of a step
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance/helper, determineNextVersions
 */
export function decide<Entry extends ExpirableVersion>(
  selection: Selection<Entry>,
  { auto, force }: Steps<Entry>,
  mustLeave: boolean,
): Result<ListedVersion<Entry> | undefined, DecisionFailure> {
  const automatic = auto(selection);
  if (!automatic.ok || automatic.value !== undefined || !mustLeave) return automatic;
  const forced = force(selection);
  if (!forced.ok || forced.value !== undefined) return forced;
  return fail({ code: "NO_SUITABLE_VERSION", text: selection.current.text });
}

/** What a maintenance run makes of one version. */
export type MaintenanceOutcome =
  | { readonly outcome: "none" }
  | { readonly outcome: "updated"; readonly trigger: Trigger; readonly to: string }
  | { readonly outcome: "failed"; readonly trigger: Trigger; readonly error: DecisionFailureCode }
  /** Only logged by the controller: nothing appears in the Shoot's status. */
  | { readonly outcome: "error"; readonly error: "INVALID_VERSION" };

/** Puts a decision in the words of an outcome. */
export function outcomeOf<Entry extends ExpirableVersion>(
  trigger: Trigger,
  decision: Result<ListedVersion<Entry> | undefined, DecisionFailure>,
): MaintenanceOutcome {
  if (!decision.ok) return { outcome: "failed", trigger, error: decision.error.code };
  return decision.value ? { outcome: "updated", trigger, to: decision.value.text } : { outcome: "none" };
}
