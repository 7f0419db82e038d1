import { parseGardenerRelease } from "#lib/policy/editions/gardener-release.ts";
import { gateState, isGateName } from "#lib/policy/editions/gates.ts";
import { resolveRule } from "#lib/policy/editions/resolve.ts";
import { isRuleId } from "#lib/policy/editions/rules.ts";
import { supportedKubernetes } from "#lib/policy/editions/supported-kubernetes.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";
import { releaseOfVector, rulesOfVector } from "../vector/release-of-vector.ts";

export const releaseAdapters: VectorAdapters = {
  "edition.edition.parse": createVectorAdapter<{ raw: string }>(({ raw }) => parseGardenerRelease(raw) ?? null),
  "edition.edition.resolve": createVectorAdapter<{
    gardenlet: string | null;
    apiserver: string | null;
    rule: string;
    gates?: Record<string, boolean>;
  }>(({ gardenlet, apiserver, rule, gates }) => {
    if (!isRuleId(rule)) return null;
    const context = { gardenlet: parseGardenerRelease(gardenlet), apiServer: parseGardenerRelease(apiserver), gates };
    const { value, certain } = resolveRule(rule, context);
    return { value, certain };
  }),
  "edition.gate.stage": createVectorAdapter<{ gate: string }>(({ gate }, vector) =>
    isGateName(gate) ? gateState(gate, releaseOfVector(vector)) : null,
  ),
  "edition.supported.versions": createVectorAdapter<object>((_, vector) => {
    const { minMinor, maxMinor } = supportedKubernetes(releaseOfVector(vector));
    return { min: `1.${minMinor}`, max: `1.${maxMinor}` };
  }),
  "edition.class.lifecycleGate": createVectorAdapter<{ gateEnabled: boolean }>(({ gateEnabled }, vector) => ({
    result: rulesOfVector(vector, { VersionClassificationLifecycle: gateEnabled })("class.lifecycle"),
  })),
  "edition.profile.maxNodes": createVectorAdapter<object>((_, vector) => ({
    available: rulesOfVector(vector)("profile.maxNodes") === "present",
  })),
};
