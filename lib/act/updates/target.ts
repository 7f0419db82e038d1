import { expiryOf, lifeOf, stageAt } from "#lib/forecast/version-life.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import type { ChangeFault } from "#lib/policy/settings/fault.ts";
import { highestFirst } from "#lib/policy/versions/compare.ts";
import type { ListedVersion } from "#lib/policy/versions/listed-version.ts";
import { admissionReadingAt } from "#lib/policy/versions/reading.ts";
import type { UpdateContext } from "./judge-draft.ts";

/**
 * Whether a version can be chosen. `discouraged`: the API server would take it, and there is a reason not to want it.
 * `refused`: it would not.
 */
export type TargetVerdict = "offered" | "discouraged" | "refused";

/** A version that somebody could want, with what stands for and against it. */
export interface Target {
  readonly version: string;
  /** The stage today, as screens name it. */
  readonly classification: string;
  /** When it expires or has expired, in epoch milliseconds; undefined without a readable date. */
  readonly expiresAt: number | undefined;
  readonly verdict: TargetVerdict;
  /** Why it is refused or discouraged, in sentences. */
  readonly reasons: readonly string[];
  /** The codes behind the refusal. */
  readonly codes: readonly ChangeFault["code"][];
  /** What choosing it does to the nodes; empty where it is refused. */
  readonly effect: string;
}

export type Standing = Pick<Target, "classification" | "expiresAt">;

/** What the profile says of a version today. */
export function standingOf(listed: ListedVersion, { now, rules }: Pick<UpdateContext, "now" | "rules">): Standing {
  const reading = admissionReadingAt(now, rules);
  return { classification: stageAt(listed, reading), expiresAt: expiryOf(lifeOf(listed, reading)) };
}

/** The same for a version that the profile may not list, or of a profile that cannot be read. */
export function standingOrNone(listed: ListedVersion | undefined, context: UpdateContext): Standing {
  if (listed !== undefined) return standingOf(listed, context);
  return { classification: context.profile === undefined ? "unknown" : "not-in-profile", expiresAt: undefined };
}

/** What the profile says of the control plane's version today. */
export function controlPlaneStanding(context: UpdateContext): Standing {
  const { version } = context.shoot.spec.kubernetes;
  return standingOrNone(
    context.profile?.kubernetes.find(({ text }) => text === version),
    context,
  );
}

/** The newest first; what cannot be read comes last. */
export function newestFirst<Listed extends ListedVersion>(listed: readonly Listed[]): readonly Listed[] {
  return [...listed].sort((a, b) => highestFirst(a.version, b.version));
}

/** Refused where there is a fault, discouraged where there is only a warning. */
export function verdictOf(faults: readonly unknown[], warnings: readonly string[]): TargetVerdict {
  if (faults.length > 0) return "refused";
  return warnings.length > 0 ? "discouraged" : "offered";
}

const stageWarnings: Readonly<Record<string, Message>> = {
  preview: message("A preview version: not meant for production, and maintenance never installs it."),
  expired: message("Expired: the next maintenance would force the cluster off it again."),
  unavailable: message("Not available yet: the profile gives a later date for it."),
};

/** Why one would rather not take a version of this stage. */
export function stageWarning(classification: string): readonly string[] {
  const warning = Object.hasOwn(stageWarnings, classification) ? stageWarnings[classification] : undefined;
  return warning === undefined ? [] : [text(warning)];
}
