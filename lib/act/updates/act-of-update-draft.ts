import type { Act, ChangeSubject } from "#lib/contract/act.ts";
import type { ShootSpec } from "#lib/garden/shoot.ts";
import { mergePatchBetween } from "#lib/kube/merge-patch.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { applyDraft } from "./apply-draft.ts";
import type { UpdateDraft } from "./update-draft.ts";

/** Returns the action that makes the changes of a draft; undefined if nothing differs. */
export function actOfUpdateDraft(spec: ShootSpec, draft: UpdateDraft, rules: GardenerRules): Act | undefined {
  const change = mergePatchBetween(spec, applyDraft(spec, draft, rules));
  if (!isRecord(change)) return undefined;
  return { kind: "change", about: subjectOf(draft), patch: { spec: { ...change } } };
}

/** Returns the subject of a draft's change: its most significant part. */
function subjectOf({ controlPlane, confine, pools }: UpdateDraft): ChangeSubject {
  if (controlPlane !== undefined) return "kubernetes-version";
  const edits = Object.values(pools);
  if (edits.some(({ kubernetes }) => kubernetes !== undefined)) return "pool-versions";
  if (edits.some(({ image }) => image !== undefined)) return "machine-images";
  return edits.length === 0 && confine !== undefined ? "spec-update-rollout" : "pool-settings";
}
