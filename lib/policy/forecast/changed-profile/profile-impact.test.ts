import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CloudProfileSpec, ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { gardenReleaseContext } from "../../editions/rules-of-shoot.ts";
import { computeForecastDifference, isForecastUnchanged } from "../compute-forecast-difference.ts";
import { createForecaster } from "../forecaster.ts";
import { createProfileImpact, type ProfileBeforeAndAfter } from "./profile-impact.ts";

const now = Date.parse("2026-03-01T10:00:00Z");
const options = { now, horizon: now + 90 * dayMs };

function shootOn(version: string, image = "1.0.0", autoUpdate = true): Shoot {
  return {
    metadata: { name: `on-${version}-${image}`, namespace: "garden-p" },
    spec: {
      kubernetes: { version },
      provider: {
        type: "local",
        workers: [{ name: "a", machine: { type: "m", image: { name: "gardenlinux", version: image } } }],
      },
      maintenance: {
        autoUpdate: { kubernetesVersion: autoUpdate, machineImageVersion: autoUpdate },
        timeWindow: { begin: "020000+0000", end: "030000+0000" },
      },
    },
    status: { gardener: { version: "v1.149.3" } },
  };
}

function profileOf(
  kubernetes: readonly ExpirableVersion[],
  images: readonly ExpirableVersion[] = [],
): CloudProfileSpec {
  const machine = { cri: [{ name: "containerd" }], architectures: ["amd64"] };
  return {
    kubernetes: { versions: kubernetes },
    machineImages: [
      { name: "gardenlinux", versions: [{ version: "1.0.0" }, ...images].map((one) => ({ ...one, ...machine })) },
    ],
    machineTypes: [{ name: "m" }],
  };
}

/** The Shoots whose forecast changes with the profile, and the number of forecasts that were recomputed. */
function impactOf(fleet: readonly Shoot[], pair: ProfileBeforeAndAfter) {
  const impactOn = createProfileImpact(pair, options);
  const all = fleet.map((shoot) => ({ shoot, difference: impactOn(shoot) }));
  const shoots = all.flatMap(({ shoot, difference }) =>
    typeof difference === "string" ? [] : [{ shoot, difference }],
  );
  return { shoots, recomputed: all.filter(({ difference }) => difference !== "unconcerned").length };
}

const soon = "2026-03-10T00:00:00Z";
const later = "2026-04-20T00:00:00Z";

describe("the impact of a changed profile", () => {
  const before = profileOf([{ version: "1.32.1", expirationDate: soon }, { version: "1.33.1" }, { version: "1.35.0" }]);
  const fleet = [shootOn("1.32.1"), shootOn("1.33.1"), shootOn("1.35.0")];

  it("of a postponed expiry names who moves when instead of when, and looks at nobody else", () => {
    const after = profileOf([
      { version: "1.32.1", expirationDate: later },
      { version: "1.33.1" },
      { version: "1.35.0" },
    ]);
    const { shoots, recomputed } = impactOf(fleet, { before, after });
    expect(recomputed).toBe(1);
    expect(shoots.map(({ shoot }) => shoot.metadata.name)).toEqual(["on-1.32.1-1.0.0"]);
    const [step] = shoots[0]?.difference.moved ?? [];
    expect(step).toMatchObject({ lane: { kind: "control-plane" }, from: "1.32.1", to: "1.33.1", kind: "forced" });
    expect(step?.before?.earliestAt).toBe(Date.parse("2026-03-10T02:00:00Z"));
    expect(step?.after?.earliestAt).toBe(Date.parse("2026-04-20T02:00:00Z"));
  });

  it("of a removed version names who becomes stuck, and of an added one who is freed", () => {
    const without = profileOf([{ version: "1.32.1", expirationDate: soon }, { version: "1.35.0" }]);
    const removed = impactOf(fleet, { before, after: without });
    const stuck = removed.shoots.flatMap(({ shoot, difference }) =>
      difference.stuck.map(({ deadEnd }) => [shoot.metadata.name, deadEnd.code]),
    );
    expect(stuck).toContainEqual(["on-1.32.1-1.0.0", "no-next-minor"]);
    expect(stuck).toContainEqual(["on-1.33.1-1.0.0", "no-next-minor"]);
    const added = impactOf(fleet, { before: without, after: before });
    expect(added.shoots.flatMap(({ difference }) => difference.freed).length).toBeGreaterThanOrEqual(2);
  });

  it("of a new limit of nodes names who needs more, and looks at nobody else", () => {
    const sized = (minimum: number) => {
      const shoot = shootOn("1.33.1");
      const workers = (shoot.spec.provider.workers ?? []).map((pool) => ({ ...pool, minimum }));
      const provider = { ...shoot.spec.provider, workers };
      return { metadata: { ...shoot.metadata, name: `${minimum}` }, spec: { ...shoot.spec, provider } };
    };
    const after = { ...before, limits: { maxNodesTotal: 3 } };
    const { shoots, recomputed } = impactOf([sized(3), sized(4)], { before, after });
    expect(recomputed).toBe(1);
    const [rejection] = shoots[0]?.difference.newRejections ?? [];
    expect(shoots.map(({ shoot }) => shoot.metadata.name)).toEqual(["4"]);
    expect(rejection?.violations).toEqual([{ scope: "limits", code: "MAX_NODES_TOTAL", nodes: 4, limit: 3 }]);
  });

  it("is what forecasting everybody anew would tell", () => {
    const text = fc.constantFrom("1.30.1", "1.30.4", "1.31.2", "1.32.1", "1.33.1", "1.33.5", "1.34.0");
    const date = fc.constantFrom(undefined, soon, later, "2026-02-01T00:00:00Z");
    const stage = fc.constantFrom(undefined, "preview", "deprecated");
    const version = fc
      .record({ version: text, expirationDate: date, classification: stage })
      .map((one): ExpirableVersion => JSON.parse(JSON.stringify(one)));
    const list = fc.uniqueArray(version, { selector: (one) => one.version, maxLength: 7 });
    const images = fc.constantFrom<ExpirableVersion[]>([], [{ version: "1.1.0" }], [{ version: "2.0.0" }]);
    const world = fc.record({ list, images, edit: version, index: fc.nat(6), imagesAfter: images });
    const shoots = fc.array(fc.record({ text, auto: fc.boolean() }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(world, shoots, (given, drawn) => {
        const edited = given.list.toSpliced(given.index, 1, given.edit);
        const unique = [...new Map(edited.map((one) => [one.version, one])).values()];
        const change = { before: profileOf(given.list, given.images), after: profileOf(unique, given.imagesAfter) };
        const all = drawn.map((one) => shootOn(one.text, "1.0.0", one.auto));
        const [old, next] = [createForecaster(change.before), createForecaster(change.after)];
        const anew = all.filter((shoot) => {
          const difference = computeForecastDifference(old.forecast(shoot, options), next.forecast(shoot, options));
          return !isForecastUnchanged(difference);
        });
        const told = impactOf(all, change).shoots.map(({ shoot }) => shoot);
        if (JSON.stringify(told) !== JSON.stringify(anew)) expect(told).toEqual(anew);
      }),
      { seed: 3, numRuns: caseCount(400, 10_000) },
    );
  }, 600_000);
});

describe("the garden in which a profile changes", () => {
  const capabilities = [{ name: "graphics", values: ["yes", "no"] }];
  const withImage = (...versions: readonly (ExpirableVersion & { readonly graphics: string })[]): CloudProfileSpec => ({
    ...profileOf([{ version: "1.33.1" }]),
    machineCapabilities: capabilities,
    machineTypes: [{ name: "m", capabilities: { graphics: ["no"] } }],
    machineImages: [
      {
        name: "gardenlinux",
        versions: versions.map(({ graphics, ...version }) => ({
          ...version,
          cri: [{ name: "containerd" }],
          architectures: ["amd64"],
          capabilityFlavors: [{ graphics: [graphics] }],
        })),
      },
    ],
  });
  const current = { version: "1.0.0", graphics: "no" };
  const pair = { before: withImage(current), after: withImage(current, { version: "1.1.0", graphics: "yes" }) };

  it("decides by its gates whether an image that does not fit the machine is an update", () => {
    const under = (CloudProfileCapabilities: boolean) => {
      const edition = gardenReleaseContext({ release: "v1.149.0", gates: { CloudProfileCapabilities } });
      return createProfileImpact(pair, { ...options, edition })(shootOn("1.33.1"));
    };
    expect(["same", "unconcerned"]).toContain(under(true));
    expect(under(false)).toBeTypeOf("object");
  });
});
