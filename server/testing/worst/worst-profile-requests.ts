import { maxComparedEnds, maxImageVersions, maxVersionsPerList } from "#lib/contract/versions.ts";
import { comparableEnds } from "#lib/forecast/comparable-ends.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { profileChangeBodyLimits } from "#server/versions/profile-change-body-limits.ts";

/** A request that causes the maximum of work that its route accepts. */
export interface WorstRequest {
  readonly name: string;
  readonly body?: unknown;
  /** Including the question mark. */
  readonly query?: string;
}

export const list = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
export const fields = <Value>(count: number, make: (index: number) => Value) =>
  Object.fromEntries(list(count, (index) => [`field${index}`, make(index)]));

/** A profile's versions, each expiring on another day. */
function versions(count: number, minors: number) {
  const at = (index: number) => new Date(Date.UTC(2027, 0, 1) + index * dayMs).toISOString();
  return list(count, (index) => ({
    version: `1.${30 + (index % minors)}.${Math.floor(index / minors)}`,
    classification: "supported",
    expirationDate: at(index),
  }));
}

const profileValues = profileChangeBodyLimits.values - 50;
const profilePatches: readonly (readonly [string, object])[] = [
  ["Kubernetes versions of many minors", { kubernetes: { versions: versions(maxVersionsPerList, 20) } }],
  ["Kubernetes versions of one minor", { kubernetes: { versions: versions(maxVersionsPerList, 1) } }],
  ["images", { machineImages: list(maxVersionsPerList, (index) => ({ name: `i${index}`, versions: versions(5, 1) })) }],
  [
    "image versions",
    {
      machineImages: list(maxImageVersions / maxVersionsPerList, (index) => ({
        name: index === 0 ? "gardenlinux" : `i${index}`,
        versions: versions(maxVersionsPerList, 20),
      })),
    },
  ],
  [
    "machine types",
    { machineTypes: list(profileValues / 3, (index) => ({ name: `t${index}`, architecture: "amd64" })) },
  ],
  ["fields that nobody knows", { providerConfig: fields(profileValues, () => 1) }],
  ["a list of blocks", { providerConfig: { list: list(profileValues / 2, () => ({})) } }],
  ["a text", { providerConfig: { text: "x".repeat(profileChangeBodyLimits.bytes - 1_000) } }],
];

const comparedEnd = (index: number) => Date.UTC(2027, index + 1, 0, 23, 59, 59);

/** Comparisons of as many ends as allowed: of versions that many clusters have, in the profile as it is and in long ones. */
const comparedEnds: readonly WorstRequest[] = [
  { name: "ends of a Kubernetes version", spec: {}, version: { version: "1.34.9" } },
  { name: "ends of an image version", spec: {}, version: { image: "gardenlinux", version: "1877.6.0" } },
  ...profilePatches.slice(0, 2).map(([name, spec]) => ({
    name: `ends in ${name}`,
    spec,
    version: { version: "1.30.0" },
  })),
].map(({ name, spec, version }) => ({
  name,
  // One less for what the profile lists beside the patch.
  body: { profile: "aws", spec, ends: { ...version, dates: list(Math.max(1, comparableEnds(spec) - 1), comparedEnd) } },
}));

export const profileChanges: readonly WorstRequest[] = profilePatches.map(([name, spec]) => ({
  name,
  body: { uid: "u", resourceVersion: "7", spec },
}));

/** Simulations of profiles, and comparisons of ends. */
export const simulations: readonly WorstRequest[] = [
  ...profilePatches.map(([name, spec]) => ({ name, body: { profile: "aws", spec } })),
  ...comparedEnds,
];

/** Simulations slightly above a limit, with the number that the refusal must name. */
export const excessiveSimulations: readonly (WorstRequest & { readonly route: string; readonly limit: number })[] = [
  {
    route: "POST /api/versions/whatif",
    name: "too many ends",
    body: {
      profile: "aws",
      spec: {},
      ends: { version: "1.34.5", dates: list(maxComparedEnds + 1, comparedEnd) },
    },
    limit: maxComparedEnds,
  },
  {
    route: "POST /api/versions/whatif",
    name: "too many versions",
    body: { profile: "aws", spec: { kubernetes: { versions: versions(maxVersionsPerList + 1, 5) } } },
    limit: maxVersionsPerList,
  },
];
