import { describe, expect, it } from "vitest";
import { parseGardenerRelease } from "./gardener-release.ts";
import { evaluateUnderReleases, likelyGardenerRules } from "./gardener-rules.ts";
import { resolveRule } from "./resolve.ts";
import { isRuleId, versionedGardenerRules } from "./rules.ts";

const release = (text: string) => parseGardenerRelease(text);

describe("a rule of the API server", () => {
  it("is certain when its release is known, whatever the gardenlet runs", () => {
    const context = { gardenlet: release("1.126.0"), apiServer: release("1.127.0") };
    expect(resolveRule("pool.skew", context)).toMatchObject({ value: "three", certain: true, alternatives: [] });
  });

  it("is uncertain when only the gardenlet is known and a step lies within two minors", () => {
    expect(resolveRule("pool.skew", { gardenlet: release("1.125.2") })).toMatchObject({
      value: "byKubernetes",
      certain: false,
      alternatives: ["three"],
    });
  });

  it("is certain when the next step is three minors ahead", () => {
    expect(resolveRule("pool.skew", { gardenlet: release("1.124.9") })).toMatchObject({ certain: true });
  });

  it("is uncertain about every value when nothing is known, and the newest is likely", () => {
    expect(resolveRule("pool.skew", {})).toMatchObject({ value: "three", alternatives: ["byKubernetes"] });
  });
});

describe("a rule of the gardenlet", () => {
  it("does not follow the API server", () => {
    const context = { gardenlet: release("1.145.0"), apiServer: release("1.147.0") };
    expect(resolveRule("hash.legacyPool", context)).toMatchObject({ value: "possible", certain: true });
  });

  it("may be two minors older than the API server when only that is known", () => {
    expect(resolveRule("hash.legacyPool", { apiServer: release("1.147.0") })).toMatchObject({
      value: "gone",
      certain: false,
      alternatives: ["possible"],
    });
  });
});

describe("a dev build", () => {
  it("may not have a step of its own minor yet", () => {
    const dev = release("v1.149.0-dev-b312835d17");
    expect(resolveRule("profile.oneSupported", { gardenlet: dev, apiServer: dev })).toMatchObject({
      value: "overlapOfLegacyOnly",
      alternatives: ["overlap"],
    });
  });
});

describe("a back-ported rule", () => {
  it.each([
    ["1.125.3", "strict"],
    ["1.125.4", "keepCurrent"],
    ["1.126.0", "strict"],
    ["1.127.2", "keepCurrent"],
    ["1.128.0", "keepCurrent"],
  ])("holds in %s as %s", (version, value) => {
    const edition = release(version);
    expect(resolveRule("image.inPlaceFilter", { gardenlet: edition, apiServer: edition })).toMatchObject({ value });
  });
});

describe("a feature gate", () => {
  const edition = release("1.137.0");
  const context = { gardenlet: edition, apiServer: edition };

  it("is assumed by its default, and both values are given", () => {
    expect(resolveRule("class.lifecycle", context)).toEqual({
      value: "forbidden",
      certain: false,
      alternatives: ["accepted"],
      assumedGate: "VersionClassificationLifecycle",
    });
  });

  it("decides when the operator set it", () => {
    const set = { ...context, gates: { VersionClassificationLifecycle: true } };
    expect(resolveRule("class.lifecycle", set)).toMatchObject({ value: "accepted", certain: true });
  });

  it("cannot be set once it is gone", () => {
    const gone = release("1.146.0");
    const set = { gardenlet: gone, apiServer: gone, gates: { NewWorkerPoolHash: false } };
    expect(resolveRule("hash.scheme", set)).toMatchObject({ value: "new", certain: true });
  });
});

describe("an answer", () => {
  it("is certain although a rule is in doubt, when it comes out the same either way", () => {
    const context = { gardenlet: release("1.126.0") };
    expect(evaluateUnderReleases(context, (rules) => (rules("pool.skew") === "three" ? 3 : 2) >= 1)).toEqual({
      answer: true,
      certain: true,
      alternatives: [],
      doubtful: [],
    });
  });

  it("names the doubtful rules and the other answer, when it depends on them", () => {
    const context = { gardenlet: release("1.126.0") };
    expect(evaluateUnderReleases(context, (rules) => (rules("pool.skew") === "three" ? 3 : 2))).toEqual({
      answer: 2,
      certain: false,
      alternatives: [3],
      doubtful: ["pool.skew"],
    });
  });

  it("takes rules of one component from one release", () => {
    const context = { gardenlet: release("1.136.0") };
    const { answer, alternatives } = evaluateUnderReleases(context, (rules) => [
      rules("class.model"),
      rules("class.boundary"),
    ]);
    expect([answer, ...alternatives]).toEqual([
      ["dateWins", "inclusive"],
      ["lifecycle", "strict"],
    ]);
  });
});

describe("the table", () => {
  it("has ascending steps and a value for every context", () => {
    for (const [id, { steps }] of Object.entries(versionedGardenerRules)) {
      const order = steps.map(({ from }) => from.minor * 1000 + from.patch);
      expect(order, id).toEqual([...order].sort((a, b) => a - b));
      if (isRuleId(id)) expect(likelyGardenerRules({})(id), id).toBeDefined();
    }
  });
});
