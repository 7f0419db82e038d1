import type { ActCheck, ActPreview, PoolEffect } from "#lib/contract/act.ts";
import { majorMinorOf } from "#lib/policy/admission/effective-pool.ts";
import { toWellTypedSpec } from "#lib/policy/changes/to-well-typed-spec.ts";
import { capacityFindings, windowFindings } from "#lib/policy/readiness/node-findings.ts";
import type { ReadinessFinding } from "#lib/policy/readiness/readiness-finding.ts";
import { removedApis } from "#lib/policy/readiness/removed-apis.ts";
import { rotationFindings } from "#lib/policy/readiness/state-findings.ts";
import { describeReadinessFinding } from "#lib/words/readiness/readiness-descriptions.ts";
import { describeRemovedApis } from "#lib/words/readiness/removed-apis-description.ts";
import type { PreviewInput } from "../plan/preview-input.ts";
import { affectsNodes, changesMinorVersion } from "./act-consequences.ts";

/** Checks of the APIs that the new version no longer serves; none if the control plane keeps its minor. */
function removedApiChecks({ before, plan }: PreviewInput): readonly ActCheck[] {
  const [from, to] = [before, plan.after].map(({ spec }) => toWellTypedSpec(spec).kubernetes.version);
  if (from === undefined || to === undefined) return [];
  const minor = majorMinorOf(to);
  if (minor === undefined || minor === majorMinorOf(from)) return [];
  const removals = removedApis(from, to);
  const verdict = removals?.length === 0 ? "pass" : "unknown";
  return [{ id: "deprecated-apis", verdict, sentence: describeRemovedApis(removals, minor), enforced: false }];
}

function rolloutsOf(pools: readonly PoolEffect[]) {
  return pools.flatMap(({ name, effect, rollout }) =>
    rollout !== undefined && effect === "rollingUpdate" ? [{ name, rollout }] : [],
  );
}

function checkOfFinding(finding: ReadinessFinding): ActCheck {
  const { sentence, unless, how } = describeReadinessFinding(finding, "chosen");
  return { id: finding.id, verdict: "warn", sentence: `${sentence} ${unless} ${how}`, enforced: false };
}

/**
 * Checks that concern the readiness of a cluster for a roll or a new minor version, beyond those that every preview has.
 */
export function readinessChecks(
  input: PreviewInput,
  { pools, when }: { readonly pools: readonly PoolEffect[]; readonly when: ActPreview["when"] },
): readonly ActCheck[] {
  const { act, before, now, plan } = input;
  const isChange = act.kind === "change" && (affectsNodes(pools) || changesMinorVersion(input));
  const rollouts = rolloutsOf(pools);
  const findings = [
    // An operation is often a step of the rotation itself.
    ...(isChange ? rotationFindings(before, now) : []),
    ...capacityFindings(before, rollouts),
    ...(when.at === "maintenance-window" ? windowFindings(plan.after, rollouts) : []),
  ];
  return [...findings.map(checkOfFinding), ...removedApiChecks(input)];
}
