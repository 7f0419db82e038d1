import { describe, expect, it } from "vitest";
import { parseGardenerRelease } from "./gardener-release.ts";
import { likelyGardenerRules } from "./gardener-rules.ts";
import { gateNames, gateState } from "./gates.ts";
import { isGateDependent } from "./rule.ts";
import { countRulesInDoubt, ruleIds, scopeOfRule } from "./rule-scopes.ts";
import { versionedGardenerRules } from "./rules.ts";

const release = (minor: number) => ({ minor, patch: 0, dev: false });
const old = release(0);
const newest = release(150);
const isOfGardenlet = (id: (typeof ruleIds)[number]) => scopeOfRule(id) === "care";

describe("the scope of each rule", () => {
  it.each(ruleIds)("%s says which component decides, and for what it matters", (id) => {
    const { component, kinds } = versionedGardenerRules[id];
    expect(["apiServer", "controllerManager", "gardenlet", "resourceManager"]).toContain(component);
    expect(["admission", "maintenance", "care"]).toContain(scopeOfRule(id));
    expect(kinds.length).toBeGreaterThan(0);
  });

  it.each(ruleIds)("%s follows the release of its own component alone", (id) => {
    const own = (decides: typeof old) =>
      isOfGardenlet(id) ? { gardenlet: decides, apiServer: old } : { gardenlet: old, apiServer: decides };
    const other = (decides: typeof old) =>
      isOfGardenlet(id) ? { gardenlet: old, apiServer: decides } : { gardenlet: decides, apiServer: old };
    const value = (context: ReturnType<typeof own>) => likelyGardenerRules(context)(id);
    expect(value(other(newest))).toEqual(value(other(old)));
    const steps = versionedGardenerRules[id].steps.map(({ from }) => value(own(from)));
    const values = new Set(versionedGardenerRules[id].steps.map(({ value: at }) => JSON.stringify(at)));
    if (values.size > 1 && !versionedGardenerRules[id].steps.some(({ value: at }) => isGateDependent(at))) {
      expect(new Set(steps).size).toBe(values.size);
    }
  });

  it("lets only the API server decide what is accepted, except where the status of the cluster is what it asks", () => {
    const byOthers = ruleIds.filter(
      (id) => versionedGardenerRules[id].kinds.includes("validation") && scopeOfRule(id) !== "admission",
    );
    expect(byOthers).toEqual(["image.capabilities", "rotation.etcd"]);
  });
});

describe("rules in doubt", () => {
  const of = (apiServer: string | undefined, ...gardenlets: readonly string[]) =>
    Object.fromEntries(
      countRulesInDoubt({
        apiServer: parseGardenerRelease(apiServer),
        gardenlets: gardenlets.flatMap((each) => parseGardenerRelease(each) ?? []),
      }),
    );

  it("are none in a garden whose releases are known or not told", () => {
    expect(of("v1.150.9", "v1.149.1")).toEqual({});
    expect(of(undefined)).toEqual({});
  });

  it("are those of admission and maintenance with a newer API server, and those of care with a newer gardenlet", () => {
    const { admission = 0, maintenance = 0, care } = of("v1.153.1", "v1.150.0");
    expect(admission).toBeGreaterThan(40);
    expect(maintenance).toBeGreaterThan(10);
    expect(care).toBeUndefined();
    const { care: careInDoubt = 0, ...others } = of("v1.150.0", "v1.149.1", "v1.152.0");
    expect(careInDoubt).toBeGreaterThan(10);
    expect(others).toEqual({});
    const all = of("v1.153.1", "v1.152.0");
    expect((all.admission ?? 0) + (all.maintenance ?? 0) + (all.care ?? 0)).toBe(ruleIds.length);
  });
});

it("every gate that a rule asks exists in the release from which it asks", () => {
  for (const id of ruleIds) {
    for (const { from, value } of versionedGardenerRules[id].steps) {
      if (!isGateDependent(value)) continue;
      expect(gateNames).toContain(value.gate);
      expect(gateState(value.gate, from).stage).not.toBe("Absent");
    }
  }
});
