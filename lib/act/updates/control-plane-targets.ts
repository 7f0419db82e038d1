import { text } from "#lib/language/text.ts";
import { majorMinorOf } from "#lib/policy/admission/effective-pool.ts";
import { type VersionStepSize, versionStepSizeOf } from "#lib/policy/forecast/version-step-size.ts";
import type { FieldError } from "#lib/policy/spec-validation/field-error.ts";
import { versionCore } from "#lib/policy/versions/version-step.ts";
import { formatList } from "#lib/words/format-list.ts";
import { applyDraft, clearableFieldsForVersion } from "./apply-draft.ts";
import { createSpecValidator, type UpdateContext } from "./spec-validator.ts";
import { describeFieldErrorWithPool, describeImpacts } from "./target-descriptions.ts";
import { type UpdateDraft, withShootEdit } from "./update-draft.ts";
import {
  availabilityOfTarget,
  sortVersionsNewestFirst,
  type VersionOption,
  versionStatusOf,
  warningsAboutStage,
} from "./version-option.ts";

/** Version that the control plane could be changed to. */
export interface ControlPlaneTarget extends VersionOption {
  readonly step: VersionStepSize;
  /** Paths of the Shoot's fields that this version refuses and the change removes. */
  readonly clears: readonly string[];
}

/** All versions of the profile except the current one, newest first, each checked together with the draft's edits. */
export function controlPlaneTargets(context: UpdateContext, draft: UpdateDraft): readonly ControlPlaneTarget[] {
  const { shoot, profile, rules } = context;
  if (profile === undefined) return [];
  const { spec } = shoot;
  const current = spec.kubernetes.version;
  const without = withShootEdit(draft, { controlPlane: undefined, clearFields: undefined });
  const judge = createSpecValidator(context, applyDraft(spec, without, rules));
  const versions = sortVersionsNewestFirst(
    profile.kubernetes.filter((each) => each.text !== current && each.text !== ""),
  );
  return versions.map((version): ControlPlaneTarget => {
    const wanted = withShootEdit(draft, { controlPlane: version.text, clearFields: undefined });
    const clears = clearableFieldsForVersion(applyDraft(spec, wanted, rules), version.text, rules);
    const next = applyDraft(spec, withClearing(wanted, clears.length > 0), rules);
    const { faults, impacts } = judge(next);
    const standing = versionStatusOf(version, context);
    const warnings = warningsAboutStage(standing.classification);
    const verdict = availabilityOfTarget(faults, warnings);
    return {
      ...standing,
      version: version.text,
      step: versionStepSizeOf(current, version.text),
      clears: clears.map(({ field }) => `spec.${field}`),
      verdict,
      codes: faults.map(({ code }) => code),
      reasons:
        verdict === "refused" ? [...new Set(faults.map((fault) => reasonOf(fault, { context, next })))] : warnings,
      effect: verdict === "refused" ? "" : describeImpacts(impacts, next),
    };
  });
}

/** Returns the draft with the target's version, and with refused fields cleared if the target requires that. */
export function withControlPlaneTarget(
  draft: UpdateDraft,
  { version, clears }: Pick<ControlPlaneTarget, "version" | "clears">,
): UpdateDraft {
  return withClearing(withShootEdit(draft, { controlPlane: version }), clears.length > 0);
}

function withClearing(draft: UpdateDraft, clears: boolean): UpdateDraft {
  return withShootEdit(draft, { clearFields: clears ? true : undefined });
}

interface Judged {
  readonly context: UpdateContext;
  readonly next: UpdateContext["shoot"]["spec"];
}

/** Why a version is refused. A control plane error, which each unpinned pool repeats, is described only once. */
function reasonOf(fault: FieldError, { context, next }: Judged): string {
  if (fault.code === "K8S_MINOR_SKIP") return pathLabel(context, next.kubernetes.version);
  if (fault.code === "K8S_DOWNGRADE" && fault.facts?.to === next.kubernetes.version) {
    return describeFieldErrorWithPool({ ...fault, path: "spec.kubernetes.version" }, next);
  }
  return describeFieldErrorWithPool(fault, next);
}

/** Describes the intermediate minors on the way to a version, or the minor that the profile lacks. */
function pathLabel({ shoot, profile, now, rules }: UpdateContext, to: string): string {
  const [from, target] = [versionCore(shoot.spec.kubernetes.version), versionCore(to)];
  if (from === undefined || target === undefined || from.major !== target.major) {
    return text("From {from} to {to} there is no way: Gardener goes minor by minor.", {
      from: shoot.spec.kubernetes.version,
      to,
    });
  }
  const versions = sortVersionsNewestFirst(profile?.kubernetes ?? []);
  const way: string[] = [];
  for (let minor = from.minor + 1; minor < target.minor; minor += 1) {
    const wanted = `${from.major}.${minor}`;
    const candidates = versions.filter((version) => majorMinorOf(version.text) === wanted);
    const best =
      candidates.find((version) => versionStatusOf(version, { now, rules }).classification === "supported") ??
      candidates[0];
    if (best === undefined)
      return text("No path: Gardener goes minor by minor, and the profile lists no {minor}.", { minor: wanted });
    way.push(best.text);
  }
  return text("A minor version would be skipped: go over {versions} first.", { versions: formatList(way) });
}

/** Most likely target of a patch or minor update: the newest supported version, or else the newest offered one. */
export function preferredControlPlaneTarget(
  targets: readonly ControlPlaneTarget[],
  step: VersionStepSize,
): ControlPlaneTarget | undefined {
  const offered = targets.filter((target) => target.step === step && target.verdict === "offered");
  return offered.find(({ classification }) => classification === "supported") ?? offered[0];
}
