import { maxComparedVersionEnds, maxImageVersions, maxVersionsPerList } from "#lib/contract/versions.ts";
import { maxComparableEndsOf } from "#lib/forecast/max-comparable-ends-of.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { profileChangeBodyLimits } from "#server/versions/profile-change-body-limits.ts";

/** A request with which a route has the maximum of work. */
export interface WorstRequest {
  readonly name: string;
  readonly body?: unknown;
  /** Query string, including the question mark. */
  readonly query?: string;
}

/** The only request to a route whose input is just its URL. */
export const plain: readonly WorstRequest[] = [{ name: "as it is" }];

export const makeList = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
export const makeFields = <Value>(count: number, make: (index: number) => Value) =>
  Object.fromEntries(makeList(count, (index) => [`field${index}`, make(index)]));

/** Versions of a profile, each with another expiry date. */
function versions(count: number, minors: number) {
  const at = (index: number) => new Date(Date.UTC(2027, 0, 1) + index * dayMs).toISOString();
  return makeList(count, (index) => ({
    version: `1.${30 + (index % minors)}.${Math.floor(index / minors)}`,
    classification: "supported",
    expirationDate: at(index),
  }));
}

const profileValues = profileChangeBodyLimits.values - 50;
const profilePatches: readonly (readonly [string, object])[] = [
  ["Kubernetes versions of many minors", { kubernetes: { versions: versions(maxVersionsPerList, 20) } }],
  ["Kubernetes versions of one minor", { kubernetes: { versions: versions(maxVersionsPerList, 1) } }],
  [
    "images",
    { machineImages: makeList(maxVersionsPerList, (index) => ({ name: `i${index}`, versions: versions(5, 1) })) },
  ],
  [
    "image versions",
    {
      machineImages: makeList(maxImageVersions / maxVersionsPerList, (index) => ({
        name: index === 0 ? "gardenlinux" : `i${index}`,
        versions: versions(maxVersionsPerList, 20),
      })),
    },
  ],
  [
    "machine types",
    { machineTypes: makeList(profileValues / 3, (index) => ({ name: `t${index}`, architecture: "amd64" })) },
  ],
  ["fields that nobody knows", { providerConfig: makeFields(profileValues, () => 1) }],
  ["a list of blocks", { providerConfig: { list: makeList(profileValues / 2, () => ({})) } }],
  ["a text", { providerConfig: { text: "x".repeat(profileChangeBodyLimits.bytes - 1_000) } }],
];

const comparedEnd = (index: number) => Date.UTC(2027, index + 1, 0, 23, 59, 59);

/** Requests that compare as many expiry dates of a version as allowed, in the demo's profile and in long ones. */
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
  // One date less, because the profile contains more than the patch.
  body: {
    profile: "aws",
    spec,
    ends: { ...version, dates: makeList(Math.max(1, maxComparableEndsOf(spec) - 1), comparedEnd) },
  },
}));

/** New profiles of a project that are as long as the profiles of a garden. */
export const worstProjectProfileChanges: readonly WorstRequest[] = profilePatches.map(([name, spec]) => ({
  name,
  body: { kind: "create", name: "worst", spec: { parent: { kind: "CloudProfile", name: "aws" }, ...spec } },
}));

export const worstProfileChanges: readonly WorstRequest[] = profilePatches.map(([name, spec]) => ({
  name,
  body: { uid: "u", resourceVersion: "7", spec },
}));

/** Requests that simulate profile changes, and that compare expiry dates. */
export const worstSimulations: readonly WorstRequest[] = [
  ...profilePatches.map(([name, spec]) => ({ name, body: { profile: "aws", spec } })),
  ...profilePatches.map(([name, spec]) => ({
    name: `${name} in a project`,
    body: { profile: "aws", inProject: { project: "payments" }, spec },
  })),
  ...comparedEnds,
];

/** Simulation requests slightly above a limit, and the number that the error message must contain. */
export const excessiveSimulations: readonly (WorstRequest & { readonly route: string; readonly limit: number })[] = [
  {
    route: "POST /api/versions/whatif",
    name: "too many ends",
    body: {
      profile: "aws",
      spec: {},
      ends: { version: "1.34.5", dates: makeList(maxComparedVersionEnds + 1, comparedEnd) },
    },
    limit: maxComparedVersionEnds,
  },
  {
    route: "POST /api/versions/whatif",
    name: "too many versions",
    body: { profile: "aws", spec: { kubernetes: { versions: versions(maxVersionsPerList + 1, 5) } } },
    limit: maxVersionsPerList,
  },
];
