import { expiryOfLifeSegments, lifeSegmentsOf, versionStageAt } from "#lib/forecast/version-life.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import type { FieldError } from "#lib/policy/spec-validation/field-error.ts";
import { admissionClassificationContextAt } from "#lib/policy/versions/classification-context.ts";
import { highestFirst } from "#lib/policy/versions/compare.ts";
import type { ListedVersion } from "#lib/policy/versions/listed-version.ts";
import type { UpdateContext } from "./spec-validator.ts";

/**
 * Whether a version can be chosen. `discouraged`: the API server would accept it, but there is a reason against it.
 * `refused`: the API server would not accept it.
 */
export type TargetAvailability = "offered" | "discouraged" | "refused";

/** Version that a user could choose, with the reasons for and against it. */
export interface VersionOption {
  readonly version: string;
  /** Current stage of the version, named as on pages. */
  readonly classification: string;
  /** Expiry in epoch milliseconds, possibly in the past; undefined without a readable date. */
  readonly expiresAt: number | undefined;
  readonly verdict: TargetAvailability;
  /** Reasons why the version is refused or discouraged, as sentences. */
  readonly reasons: readonly string[];
  /** Codes of the errors that refuse the version. */
  readonly codes: readonly FieldError["code"][];
  /** Effect of the version on the nodes; empty if the version is refused. */
  readonly effect: string;
}

export type VersionStatus = Pick<VersionOption, "classification" | "expiresAt">;

/** Current stage and expiry of a version in the profile. */
export function versionStatusOf(
  listed: ListedVersion,
  { now, rules }: Pick<UpdateContext, "now" | "rules">,
): VersionStatus {
  const reading = admissionClassificationContextAt(now, rules);
  return {
    classification: versionStageAt(listed, reading),
    expiresAt: expiryOfLifeSegments(lifeSegmentsOf(listed, reading)),
  };
}

/** Returns the current stage and expiry of a version that the profile may not list, or whose profile cannot be read. */
export function versionStatusOrUnknown(listed: ListedVersion | undefined, context: UpdateContext): VersionStatus {
  if (listed !== undefined) return versionStatusOf(listed, context);
  return { classification: context.profile === undefined ? "unknown" : "not-in-profile", expiresAt: undefined };
}

/** Current stage and expiry of the control plane's version. */
export function controlPlaneVersionStatus(context: UpdateContext): VersionStatus {
  const { version } = context.shoot.spec.kubernetes;
  return versionStatusOrUnknown(
    context.profile?.kubernetes.find(({ text }) => text === version),
    context,
  );
}

/** Sorts newest first; unparsable versions come last. */
export function sortVersionsNewestFirst<Listed extends ListedVersion>(listed: readonly Listed[]): readonly Listed[] {
  return [...listed].sort((a, b) => highestFirst(a.version, b.version));
}

/** Returns whether a version can be chosen: refused with an error, discouraged with warnings only. */
export function availabilityOfTarget(faults: readonly unknown[], warnings: readonly string[]): TargetAvailability {
  if (faults.length > 0) return "refused";
  return warnings.length > 0 ? "discouraged" : "offered";
}

const stageWarnings: Readonly<Record<string, Message>> = {
  preview: message("A preview version: not meant for production, and maintenance never installs it."),
  expired: message("Expired: the next maintenance would force the cluster off it again."),
  unavailable: message("Not available yet: the profile gives a later date for it."),
};

/** Returns the warnings against versions of a stage. */
export function warningsAboutStage(classification: string): readonly string[] {
  const warning = Object.hasOwn(stageWarnings, classification) ? stageWarnings[classification] : undefined;
  return warning === undefined ? [] : [text(warning)];
}
