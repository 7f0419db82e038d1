import {
  type ControlPlaneTarget,
  controlPlaneTargets,
  preferredControlPlaneTarget,
  withControlPlaneTarget,
} from "#lib/act/updates/control-plane-targets.ts";
import type { UpdateContext } from "#lib/act/updates/spec-validator.ts";
import { emptyUpdateDraft, type UpdateDraft, withPoolEdit } from "#lib/act/updates/update-draft.ts";
import { validateUpdateDraft } from "#lib/act/updates/validate-update-draft.ts";
import { text } from "#lib/language/text.ts";
import { majorMinorOf } from "#lib/policy/admission/effective-pool.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { versionCore } from "#lib/policy/versions/version-step.ts";

/** Change that pins pools at their present version and updates the control plane to the next minor version. */
export interface ControlPlaneUpdate {
  /** The version that is proposed for the control plane; undefined if there is none. */
  readonly target: ControlPlaneTarget | undefined;
  readonly draft: UpdateDraft;
  /** Why the change is not possible, as sentences; empty if the API server would accept it. */
  readonly refusals: readonly string[];
}

/**
 * Plans the update of the control plane to the next minor version while the chosen pools stay where they are.
 *
 * @param pools names of the pools to pin; those that have a version of their own keep it
 */
export function planControlPlaneUpdate(context: UpdateContext, pools: readonly string[]): ControlPlaneUpdate {
  const { spec } = context.shoot;
  const current = spec.kubernetes.version;
  const pins = workerPoolsOf(spec)
    .filter(({ name, kubernetes }) => pools.includes(name) && !kubernetes?.version)
    .reduce((draft, { name }) => withPoolEdit(draft, name, { kubernetes: current }), emptyUpdateDraft);
  const next = nextMinorOf(current);
  const targets = controlPlaneTargets(context, pins).filter(({ version }) => majorMinorOf(version) === next);
  const target =
    preferredControlPlaneTarget(targets, "minor") ?? targets.find(({ verdict }) => verdict === "discouraged");
  if (target === undefined) return { target, draft: pins, refusals: reasonsWithout(context, targets, next) };
  const draft = withControlPlaneTarget(pins, target);
  return { target, draft, refusals: validateUpdateDraft(context, draft).faults.map(({ words }) => words) };
}

function nextMinorOf(version: string): string | undefined {
  const core = versionCore(version);
  return core && `${core.major}.${core.minor + 1}`;
}

function reasonsWithout(
  { profile }: UpdateContext,
  targets: readonly ControlPlaneTarget[],
  next: string | undefined,
): readonly string[] {
  const [newest] = targets;
  if (newest !== undefined) return newest.reasons;
  if (profile === undefined) {
    return [text("The available versions are not known, because the profile cannot be read.")];
  }
  return [text("The profile lists no version of Kubernetes {minor}.", { minor: next ?? "" })];
}
