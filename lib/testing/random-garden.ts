import fc from "fast-check";
import type { CloudProfileSpec, ExpirableVersion, MachineImage } from "#lib/garden/cloud-profile.ts";
import type { Shoot, Worker } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";

/** Current time in tests with random profiles and Shoots, in epoch milliseconds. */
export const randomGardenNow = Date.parse("2026-03-01T10:20:00Z");

const classification = fc.constantFrom(undefined, "supported", "deprecated", "preview");

/** Arbitrary dates at various times of day, some of which are inside or at the edge of a maintenance window. */
export const arbitraryDate = fc
  .record({ day: fc.integer({ min: -3, max: 15 }), minute: fc.constantFrom(0, 120, 121, 165, 180, 720, 1439) })
  .map(({ day, minute }) => new Date(Date.parse("2026-03-01T00:00:00Z") + day * dayMs + minute * 60_000).toISOString());

const maybeDate = fc.option(arbitraryDate, { nil: undefined });

const fate = fc.oneof(
  { weight: 5, arbitrary: fc.record({ classification, expirationDate: maybeDate }) },
  {
    weight: 1,
    arbitrary: fc.record({ first: arbitraryDate, last: arbitraryDate }).map(({ first, last }) => ({
      lifecycle: [
        { classification: "preview" },
        { classification: "supported", startTime: first },
        { classification: "expired", startTime: last },
      ],
    })),
  },
);

type Fate = typeof fate extends fc.Arbitrary<infer Value> ? Value : never;

function versionOf(version: string, given: Fate): ExpirableVersion {
  return JSON.parse(JSON.stringify({ version, ...given }));
}

function versionsOf(texts: readonly string[]): fc.Arbitrary<ExpirableVersion[]> {
  const chosen = fc.subarray([...texts], { minLength: 1 });
  return chosen.chain((kept) => fc.tuple(...kept.map((text) => fate.map((given) => versionOf(text, given)))));
}

const kubernetesTexts = ["1.30.1", "1.30.2", "1.31.1", "1.31.5", "1.32.0", "1.32.3", "1.33.1", "1.34.0", "1.34.2"];
const imageTexts = ["1.0.0", "1.0.3", "1.1.0", "1.2.1", "2.0.0", "2.1.4", "4.0.0"];

const image: fc.Arbitrary<MachineImage> = fc
  .record({
    versions: versionsOf(imageTexts),
    updateStrategy: fc.constantFrom("patch", "minor", "major"),
    constraint: fc.option(fc.constantFrom("< 1.32", ">= 1.31", "< 1.33"), { nil: undefined }),
    inPlace: fc.boolean(),
  })
  .map(({ versions, updateStrategy, constraint, inPlace }) => ({
    name: "gardenlinux",
    updateStrategy,
    versions: versions.map((version, index) => ({
      ...version,
      cri: [{ name: "containerd" }],
      architectures: ["amd64"],
      ...(constraint && index % 2 === 0 && { kubeletVersionConstraint: constraint }),
      ...(inPlace && { inPlaceUpdates: { supported: true, minVersionForUpdate: "1.0.0" } }),
    })),
  }));

export const arbitraryProfile: fc.Arbitrary<CloudProfileSpec> = fc
  .record({ versions: versionsOf(kubernetesTexts), image })
  .map((parts) => ({
    kubernetes: { versions: parts.versions },
    machineImages: [parts.image],
    machineTypes: [{ name: "m" }],
  }));

const kubernetesText = fc.constantFrom(...kubernetesTexts);

function pool(name: string): fc.Arbitrary<Worker> {
  const pin = fc.option(kubernetesText, { nil: undefined });
  const parts = {
    pin,
    version: fc.constantFrom(...imageTexts),
    inPlace: fc.integer({ min: 0, max: 5 }).map((die) => die === 0),
  };
  return fc.record(parts).map(({ pin: version, version: imageVersion, inPlace }) => ({
    name,
    machine: { type: "m", architecture: "amd64", image: { name: "gardenlinux", version: imageVersion } },
    maximum: 3,
    ...(version !== undefined && { kubernetes: { version } }),
    ...(inPlace && { updateStrategy: "AutoInPlaceUpdate" }),
  }));
}

const window = fc.constantFrom(
  { begin: "020000+0000", end: "030000+0000" },
  { begin: "233000+0000", end: "013000+0000" },
  { begin: "110000+0100", end: "130000+0100" },
  undefined,
);

export const arbitraryShoot: fc.Arbitrary<Shoot> = fc
  .record({
    version: kubernetesText,
    workers: fc.oneof(fc.tuple(), fc.tuple(pool("a")), fc.tuple(pool("a"), pool("b"))),
    autoUpdate: fc.record({ kubernetesVersion: fc.boolean(), machineImageVersion: fc.boolean() }),
    timeWindow: window,
    hasAddons: fc.boolean(),
  })
  .map(({ version, workers, autoUpdate, timeWindow, hasAddons }) => ({
    metadata: { name: "s", namespace: "garden-p" },
    spec: {
      kubernetes: { version, ...(hasAddons && { kubeControllerManager: { podEvictionTimeout: "1m" } }) },
      provider: { type: "local", workers },
      maintenance: { autoUpdate, timeWindow: timeWindow ?? null },
    },
    status: { gardener: { version: "v1.149.3" } },
  }));
