import { expect, test } from "vitest";
import { type GardenerRelease, parseGardenerRelease } from "../editions/gardener-release.ts";
import { checkSeedKubernetesSupport, type SeedKubernetesSupport } from "./check-seed-kubernetes-support.ts";

function edition(text: string): GardenerRelease {
  const read = parseGardenerRelease(text);
  if (read === undefined) throw new Error(text);
  return read;
}

test.each<[kubernetes: string, gardenlet: string, SeedKubernetesSupport]>([
  ["v1.31.9", "v1.150.0", { state: "too-old", minMinor: 32 }],
  ["v1.32.0", "v1.150.0", { state: "fits" }],
  ["1.36.1-gke.1234", "v1.150.0", { state: "fits" }],
  ["1.31.4-eks-113cf36", "v1.141.2", { state: "ends", minMinor: 32, fromRelease: 142 }],
  ["1.30.1", "v1.140.0", { state: "ends", minMinor: 31, fromRelease: 141 }],
  ["1.30.1", "v1.141.0", { state: "too-old", minMinor: 31 }],
  ["1.28.1", "v1.126.3", { state: "ends", minMinor: 29, fromRelease: 127 }],
  ["1.26.15", "v1.114.0", { state: "too-old", minMinor: 27 }],
  ["1.25.0", "v1.113.0", { state: "ends", minMinor: 27, fromRelease: 114 }],
  ["0.9.0", "v1.150.0", { state: "too-old", minMinor: 32 }],
  ["2.0.0", "v1.100.0", { state: "fits" }],
  ["1.31.0", "v1.171.0", { state: "too-old", minMinor: 32 }],
])(
  "a Seed with Kubernetes %s and a gardenlet of %s is judged by the minimum of its release and of later ones",
  (kubernetes, gardenlet, judged) => {
    expect(checkSeedKubernetesSupport(kubernetes, edition(gardenlet))).toEqual(judged);
  },
);

test("a version that nobody can read is not judged", () => {
  expect(checkSeedKubernetesSupport("latest", edition("v1.150.0"))).toBeUndefined();
});
