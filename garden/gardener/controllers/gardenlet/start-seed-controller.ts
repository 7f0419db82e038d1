import type { Condition } from "#lib/garden/condition.ts";
import type { Seed } from "#lib/garden/seed.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { seeds } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isReconciliationDisabledOnSeed } from "#lib/policy/gardenlet/predict-gardenlet-decision.ts";
import { conditionTimestampsAt } from "../../kinds/condition-timestamps-at.ts";
import { isGardenletSilent } from "../client/injected-failures.ts";
import type { ControllerContext } from "../context/controller-context.ts";

const stopCondition = "EmergencyStopShootReconciliations";

/**
 * Simulates the Seed status that each gardenlet writes: readiness, observed generation, and emergency stop. Other
 * conditions of the Seed do not change.
 * @source Gardener: pkg/gardenlet/controller/seed
 */
export function startSeedController({ api, client, clock, later }: ControllerContext): () => void {
  const observe = (name: string): void => {
    const seed = client.seed(name);
    if (!seed || isGardenletSilent(seed)) return;
    const conditions = observedConditions(seed, formatInstant(clock.now().getTime()));
    const status = { ...seed.status, observedGeneration: seed.metadata.generation ?? 0, conditions };
    if (semanticallyEqual(status, { observedGeneration: 0, ...seed.status })) return;
    api.updateStatus<Seed>({ resource: seeds, name }, { ...seed, status });
  };
  return api.watch<Seed>({ resource: seeds }, ({ type, object }) => {
    if (type !== "DELETED") later(() => observe(object.metadata.name));
  });
}

function observedConditions(seed: Seed, at: string): readonly (Condition | null)[] {
  const conditions = (seed.status?.conditions ?? []).map((condition) =>
    condition?.type === "GardenletReady" && condition.status === "Unknown"
      ? { ...condition, ...reachable, ...conditionTimestampsAt(at) }
      : condition,
  );
  const others = conditions.filter((condition) => condition?.type !== stopCondition);
  if (!isReconciliationDisabledOnSeed(seed)) return others;
  const isDescribed = others.length < conditions.length;
  return isDescribed ? conditions : [...conditions, { type: stopCondition, ...stopped, ...conditionTimestampsAt(at) }];
}

const reachable = { status: "True", reason: "GardenletReady", message: "Gardenlet is posting ready status." };
const stopped = {
  status: "True",
  reason: "EmergencyStopShootReconciliations",
  message: "Shoot reconciliations on this seed are stopped by an operator.",
};
