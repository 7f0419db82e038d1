import { parseGardenerRelease } from "#lib/policy/editions/gardener-release.ts";
import { gateState, isGateName } from "#lib/policy/editions/gates.ts";
import { resolveRule } from "#lib/policy/editions/resolve.ts";
import { isRuleId } from "#lib/policy/editions/rules.ts";
import { supportedKubernetes } from "#lib/policy/editions/supported-kubernetes.ts";
import { type Adapters, adapter } from "../vector/adapter.ts";
import { releaseOfVector, rulesOfVector } from "../vector/release-of-vector.ts";

export const releaseAdapters: Adapters = {
  "edition.edition.parse": adapter<{ raw: string }>(({ raw }) => parseGardenerRelease(raw) ?? null),
  "edition.edition.resolve": adapter<{
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
  "edition.gate.stage": adapter<{ gate: string }>(({ gate }, vector) =>
    isGateName(gate) ? gateState(gate, releaseOfVector(vector)) : null,
  ),
  "edition.supported.versions": adapter<object>((_, vector) => {
    const { minMinor, maxMinor } = supportedKubernetes(releaseOfVector(vector));
    return { min: `1.${minMinor}`, max: `1.${maxMinor}` };
  }),
  "edition.class.lifecycleGate": adapter<{ gateEnabled: boolean }>(({ gateEnabled }, vector) => ({
    result: rulesOfVector(vector, { VersionClassificationLifecycle: gateEnabled })("class.lifecycle"),
  })),
  "edition.profile.maxNodes": adapter<object>((_, vector) => ({
    available: rulesOfVector(vector)("profile.maxNodes") === "present",
  })),
};
