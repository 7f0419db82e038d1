import * as z from "zod/mini";
import { isDns1123Subdomain } from "#lib/kube/names.ts";
import { clusterPermissionsSchema } from "./cluster.ts";
import { freshnessSchema } from "./fleet.ts";

/** Wraps a schema as optional and nullable, as Go clients write unset fields. */
export const optionalOrNull = <Inner extends z.ZodMiniType>(inner: Inner) => z.exactOptional(z.nullable(inner));

const expirableShape = {
  version: z.string(),
  classification: optionalOrNull(z.string()),
  expirationDate: optionalOrNull(z.string()),
  lifecycle: optionalOrNull(
    z.array(z.looseObject({ classification: z.string(), startTime: optionalOrNull(z.string()) })),
  ),
};

const imageVersionSchema = z.looseObject({
  ...expirableShape,
  cri: optionalOrNull(
    z.array(
      z.looseObject({
        name: z.string(),
        containerRuntimes: optionalOrNull(z.array(z.looseObject({ type: z.string() }))),
      }),
    ),
  ),
  architectures: optionalOrNull(z.array(z.string())),
  capabilityFlavors: optionalOrNull(z.array(z.record(z.string(), z.array(z.string())))),
  kubeletVersionConstraint: optionalOrNull(z.string()),
  inPlaceUpdates: optionalOrNull(
    z.looseObject({ supported: z.exactOptional(z.boolean()), minVersionForUpdate: optionalOrNull(z.string()) }),
  ),
});

/** Lists of versions in a profile's spec. */
export const versionLists = {
  kubernetes: optionalOrNull(z.looseObject({ versions: optionalOrNull(z.array(z.looseObject(expirableShape))) })),
  machineImages: optionalOrNull(
    z.array(
      z.looseObject({
        name: z.string(),
        updateStrategy: optionalOrNull(z.string()),
        versions: optionalOrNull(z.array(imageVersionSchema)),
      }),
    ),
  ),
};

/** Part of a CloudProfile's spec that the screens render: its lists of versions. */
export const versionListsSchema = z.object(versionLists);

/** Profile as Shoots follow it: a CloudProfile, or a NamespacedCloudProfile merged with its parent. */
export const profileSchema = z.object({
  kind: z.enum(["CloudProfile", "NamespacedCloudProfile"]),
  name: z.string(),
  /** For a NamespacedCloudProfile. */
  namespace: z.optional(z.string()),
  project: z.optional(z.string()),
  parent: z.optional(z.string()),
  resourceVersion: z.string(),
  provider: z.optional(z.string()),
  /** Absent when Gardener has not merged the profile yet: its versions are then unknown. */
  lists: z.optional(versionListsSchema),
  /** Lists of the NamespacedCloudProfile itself, before the merge. */
  overrides: z.optional(versionListsSchema),
});
export type Profile = z.infer<typeof profileSchema>;

/** GET /api/versions. Usage is counted in the browser, over the rows that the user sees. */
export const versionsSchema = z.object({
  profiles: z.array(profileSchema),
  freshness: freshnessSchema,
  /** Projects whose own profiles could not be read. */
  unreadable: z.array(z.string()),
});
export type Versions = z.infer<typeof versionsSchema>;

/** GET /api/profiles/{name}: read live with the user's own credential. */
export const profileDetailSchema = z.object({
  profile: z.looseObject({
    metadata: z.looseObject({ name: z.string(), uid: z.string(), resourceVersion: z.string() }),
    spec: z.record(z.string(), z.unknown()),
  }),
  /** `patch`: like `patchShoot` of the shared schema, but for this profile. */
  permissions: z.object({
    patch: clusterPermissionsSchema.shape.patchShoot,
    uncertain: clusterPermissionsSchema.shape.uncertain,
  }),
  readAt: z.string(),
});
export type ProfileDetail = z.infer<typeof profileDetailSchema>;

const specPatch = z.record(z.string(), z.unknown());

/** Maximum number of images, and of versions in any one list, for a profile in which a change can be simulated. */
export const maxVersionsPerList = 500;
/** Maximum number of versions over all images: reading them is one task that cannot be interrupted. */
export const maxImageVersions = 5_000;

/** Maximum number of ends of a version that one request compares: each costs a forecast per cluster. */
export const maxComparedEnds = 11;
/** End of the year 2199, in epoch milliseconds. */
const latestEndMs = Date.UTC(2200, 0, 1);

/** POST /api/versions/whatif: a merge patch (RFC 7396) of a CloudProfile's spec, simulated without any write. */
export const whatIfRequestSchema = z.object({
  profile: z.string().check(z.refine(isDns1123Subdomain, "is not a valid name")),
  spec: specPatch,
  /** Ends of one version to compare, each instead of the end in the changed profile. */
  ends: z.optional(
    z.object({
      /** Name of the machine image; absent for Kubernetes. */
      image: z.optional(z.string().check(z.minLength(1), z.maxLength(253))),
      version: z.string().check(z.minLength(1), z.maxLength(128)),
      /** Last seconds of the version in epoch milliseconds. */
      dates: z
        .array(z.int().check(z.gte(0), z.lte(latestEndMs)))
        .check(z.minLength(1), z.maxLength(maxComparedEnds, `at most ${maxComparedEnds} ends are compared`)),
    }),
  ),
});
export type WhatIfRequest = z.infer<typeof whatIfRequestSchema>;

export const effectKinds = ["stuck", "freed", "earlier", "later", "otherwise"] as const;
/** Effect of a change on a cluster; a cluster may have several. */
export type EffectKind = (typeof effectKinds)[number];

const step = z.object({
  /** Name of the pool; empty for the control plane. */
  pool: z.string(),
  what: z.enum(["kubernetes", "image"]),
  from: z.string(),
  to: z.string(),
  forced: z.boolean(),
  /** Epoch milliseconds; absent when the step exists only on the other side. */
  before: z.optional(z.number()),
  after: z.optional(z.number()),
});
export type EffectStep = z.infer<typeof step>;

const deadEnd = z.object({
  pool: z.string(),
  what: z.enum(["kubernetes", "image", "run"]),
  code: z.string(),
  version: z.string(),
  fromAt: z.number(),
});
export type EffectDeadEnd = z.infer<typeof deadEnd>;

export const clusterEffectSchema = z.object({
  project: z.string(),
  name: z.string(),
  kinds: z.array(z.enum(effectKinds)),
  /** Step whose date moves most, if any. */
  step: z.optional(step),
  stuck: z.optional(deadEnd),
  /** Dead end whose date differs from before. */
  stuckOtherwise: z.optional(z.extend(deadEnd, { before: z.number() })),
  freed: z.optional(deadEnd),
});
export type ClusterEffect = z.infer<typeof clusterEffectSchema>;

export const whatIfResponseSchema = z.object({
  profile: z.string(),
  /** Version of the profile in which the change was simulated. */
  resourceVersion: z.string(),
  /** Number of clusters, in the user's sight, of the profile and of the projects' profiles based on it. */
  total: z.int(),
  recomputed: z.int(),
  affected: z.int(),
  counts: z.record(z.enum(effectKinds), z.int()),
  /** Affected clusters, the most urgent first; at most as many as a screen can show. */
  clusters: z.array(clusterEffectSchema),
  /** Why the garden would refuse to remove versions that are in use; names only what the user may see. */
  inUse: z.array(z.object({ field: z.string(), message: z.string() })),
  horizonAt: z.string(),
});
export type WhatIfResponse = z.infer<typeof whatIfResponseSchema>;

/** The response to a request with `ends`, which is about these alone. */
export const comparedEndsResponseSchema = z.object({
  resourceVersion: z.string(),
  /**
   * For each compared end, how many clusters are forced off the version, and how many have to leave it and cannot. Those
   * whose project's own profile sets the end are left out: the end in the CloudProfile does not matter to them.
   */
  ends: z.array(z.object({ at: z.int(), forced: z.int(), stuck: z.int() })),
});
export type ComparedEndsResponse = z.infer<typeof comparedEndsResponseSchema>;

/** POST /api/profiles/{name}, and …/preview, which only makes a dry run: bound to the version that was read. */
export const profileChangeRequestSchema = z.object({
  uid: z.string().check(z.minLength(1), z.maxLength(128)),
  resourceVersion: z.string().check(z.minLength(1), z.maxLength(64)),
  /** Merge patch (RFC 7396) of the spec. */
  spec: specPatch,
});
export type ProfileChangeRequest = z.infer<typeof profileChangeRequestSchema>;

export const profileChangeResponseSchema = z.object({
  dryRun: z.boolean(),
  resourceVersion: z.string(),
  /** Warnings of the garden, verbatim. */
  warnings: z.array(z.string()),
});
export type ProfileChangeResponse = z.infer<typeof profileChangeResponseSchema>;
