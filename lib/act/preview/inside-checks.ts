import type { ActCheck, ActPreview } from "#lib/contract/act.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { majorMinorOf } from "#lib/policy/admission/effective-pool.ts";
import { drainTimeout } from "#lib/policy/changes/estimate-rollout.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import type { ClusterContents } from "#lib/policy/readiness/contents/cluster-contents.ts";
import type { DrainedPool, StepDrains } from "#lib/policy/readiness/contents/step-drains.ts";
import { contentsFindings } from "#lib/policy/readiness/contents-findings.ts";
import { isRecentLook } from "#lib/policy/readiness/contents-look.ts";
import { removedApis } from "#lib/policy/readiness/removed-apis.ts";
import { describeReadinessFinding } from "#lib/words/readiness/readiness-descriptions.ts";
import { shootWithValidTypes } from "../plan/shoot-with-valid-types.ts";

/**
 * Checks of an action that drains nodes or changes the minor version, against what was read inside the cluster at most 15
 * minutes before the preview was made. @param given the cluster's Shoot, as the garden has it
 */
export function insideChecksOf(
  { pools, changes, checkedAt }: Pick<ActPreview, "pools" | "changes" | "checkedAt">,
  given: Readonly<Record<string, unknown>>,
  { contents }: { readonly contents: ClusterContents },
): readonly ActCheck[] {
  const read = parseShoot(given);
  const now = parseInstant(checkedAt);
  if (read === undefined || now === undefined || !isRecentLook(contents, now)) return [];
  const shoot = shootWithValidTypes(read);
  const from = shoot.spec.kubernetes.version;
  const after = changes.find(({ path }) => path === "spec.kubernetes.version")?.after;
  const step = { from, to: typeof after === "string" ? after : from, way: "chosen" } as const;
  const drains = drainsOf(pools, workerPoolsOf(shoot.spec));
  const isMinor = majorMinorOf(step.from) !== majorMinorOf(step.to);
  if (!isMinor && drains.pools.size === 0) return [];
  const removals = isMinor ? removedApis(step.from, step.to) : [];
  const findings = contentsFindings({ contents, step, drains, removals, now });
  return findings
    .filter(({ severity }) => severity !== "note")
    .map((finding) => {
      const { sentence, unless, how } = describeReadinessFinding(finding, "chosen");
      return { id: `inside ${finding.id}`, verdict: "warn", sentence: `${sentence} ${unless} ${how}`, enforced: false };
    });
}

function drainsOf(effects: ActPreview["pools"], workers: ReturnType<typeof workerPoolsOf>): StepDrains {
  const drained = effects.flatMap(({ name, effect, rollout }): readonly DrainedPool[] => {
    const worker = workers.find((pool) => pool.name === name);
    const isReplaced = effect === "rollingUpdate";
    if (worker === undefined || (!isReplaced && effect !== "inPlaceAuto" && effect !== "inPlaceManual")) return [];
    return [{ name, isReplaced, surges: isReplaced && (rollout?.surge ?? 0) > 0, drain: drainTimeout(worker) }];
  });
  const zones = workers.flatMap(({ zones: its }) => (Array.isArray(its) ? its : []));
  return { pools: new Map(drained.map((pool) => [pool.name, pool])), zones: [...new Set(zones)] };
}
