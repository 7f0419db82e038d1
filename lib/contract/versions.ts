import * as z from "zod/mini";
import { isDns1123Subdomain } from "#lib/kube/names.ts";
import { clusterPermissionsSchema } from "./cluster.ts";
import { fleetFreshnessSchema } from "./fleet.ts";

/** Makes a schema optional and nullable, because Go clients write unset fields as null. */
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

/** Schemas of the version lists in a profile's spec. */
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

/** Part of a CloudProfile's spec that pages show: its lists of versions. */
export const versionListsSchema = z.object(versionLists);

/** Profile that Shoots use: a CloudProfile, or a NamespacedCloudProfile merged with its parent. */
export const profileSchema = z.object({
  kind: z.enum(["CloudProfile", "NamespacedCloudProfile"]),
  name: z.string(),
  /** Namespace of a NamespacedCloudProfile; absent for a CloudProfile. */
  namespace: z.optional(z.string()),
  project: z.optional(z.string()),
  parent: z.optional(z.string()),
  resourceVersion: z.string(),
  provider: z.optional(z.string()),
  /** Effective lists of versions; absent if Gardener has not merged the NamespacedCloudProfile yet. */
  lists: z.optional(versionListsSchema),
  /** Version lists that the NamespacedCloudProfile itself contains, before the merge. */
  overrides: z.optional(versionListsSchema),
});
export type Profile = z.infer<typeof profileSchema>;

/** GET /api/versions. Usage is counted in the browser, over the rows that the user sees. */
export const versionsSchema = z.object({
  profiles: z.array(profileSchema),
  freshness: fleetFreshnessSchema,
  /** Projects whose NamespacedCloudProfiles could not be read. */
  unreadable: z.array(z.string()),
});
export type Versions = z.infer<typeof versionsSchema>;

/** GET /api/profiles/{name}: read live with the user's own credential. */
export const profileDetailSchema = z.object({
  profile: z.looseObject({
    metadata: z.looseObject({ name: z.string(), uid: z.string(), resourceVersion: z.string() }),
    spec: z.record(z.string(), z.unknown()),
  }),
  /** Permissions of the user on this profile. */
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
/** Maximum number of image versions in a profile, because parsing them is one task that cannot be interrupted. */
export const maxImageVersions = 5_000;

/** Maximum number of ends of a version that one request compares, because each requires a forecast per cluster. */
export const maxComparedVersionEnds = 11;
/** Latest accepted end of a version: the end of the year 2199, in epoch milliseconds. */
const latestEndMs = Date.UTC(2200, 0, 1);

const profileName = z.string().check(z.refine(isDns1123Subdomain, "is not a valid name"));

/** POST /api/versions/whatif: a merge patch (RFC 7396) of a profile's spec, simulated without writing. */
export const whatIfRequestSchema = z.object({
  profile: profileName,
  /**
   * If set, `spec` changes a NamespacedCloudProfile with the parent `profile`: that of this name, or without a name a
   * new one, which is simulated for the clusters of the project that use the parent.
   */
  inProject: z.optional(z.object({ project: z.string().check(z.maxLength(63)), name: z.optional(profileName) })),
  spec: specPatch,
  /** Ends of one version to compare, each instead of the end in the changed profile. */
  ends: z.optional(
    z
      .object({
        /** Name of the machine image; absent for Kubernetes. */
        image: z.optional(z.string().check(z.minLength(1), z.maxLength(253))),
        version: z.string().check(z.minLength(1), z.maxLength(128)),
        /** Alternative ends: last seconds of the version, in epoch milliseconds. */
        dates: z
          .array(z.int().check(z.gte(0), z.lte(latestEndMs)))
          .check(
            z.minLength(1),
            z.maxLength(maxComparedVersionEnds, `at most ${maxComparedVersionEnds} ends are compared`),
          ),
        /** The one of `dates` with which each of them is compared. */
        from: z.optional(z.int()),
      })
      .check(z.refine(({ dates, from }) => from === undefined || dates.includes(from), "from is none of the dates")),
  ),
});
export type WhatIfRequest = z.infer<typeof whatIfRequestSchema>;

export const clusterEffectKinds = ["stuck", "freed", "earlier", "later", "otherwise"] as const;
/** Kind of effect that a profile change has on a cluster; a cluster may have several. */
export type ClusterEffectKind = (typeof clusterEffectKinds)[number];

const step = z.object({
  /** Name of the pool; empty for the control plane. */
  pool: z.string(),
  what: z.enum(["kubernetes", "image"]),
  from: z.string(),
  to: z.string(),
  forced: z.boolean(),
  /** Time of the step without the change, in epoch milliseconds; absent if the step exists only with the change. */
  before: z.optional(z.number()),
  after: z.optional(z.number()),
});
export type ClusterEffectStep = z.infer<typeof step>;

const deadEnd = z.object({
  pool: z.string(),
  what: z.enum(["kubernetes", "image", "run"]),
  code: z.string(),
  version: z.string(),
  fromAt: z.number(),
});
export type ClusterEffectDeadEnd = z.infer<typeof deadEnd>;

export const clusterEffectSchema = z.object({
  project: z.string(),
  name: z.string(),
  kinds: z.array(z.enum(clusterEffectKinds)),
  /** Step whose date moves most, if any. */
  step: z.optional(step),
  stuck: z.optional(deadEnd),
  /** Dead end whose date differs from the one without the change. */
  stuckOtherwise: z.optional(z.extend(deadEnd, { before: z.number() })),
  freed: z.optional(deadEnd),
});
export type ClusterEffect = z.infer<typeof clusterEffectSchema>;

export const whatIfResponseSchema = z.object({
  profile: z.string(),
  /** Version of the profile in which the change was simulated. */
  resourceVersion: z.string(),
  /** Number of clusters visible to the user that use the profile or a NamespacedCloudProfile based on it. */
  total: z.int(),
  recomputed: z.int(),
  affected: z.int(),
  counts: z.record(z.enum(clusterEffectKinds), z.int()),
  /** Affected clusters, the most urgent first; limited to the number that a page can show. */
  clusters: z.array(clusterEffectSchema),
  /** Reasons why the garden would refuse to remove versions in use; they name only objects that the user may see. */
  inUse: z.array(z.object({ field: z.string(), message: z.string() })),
  horizonAt: z.string(),
});
export type WhatIfResponse = z.infer<typeof whatIfResponseSchema>;

/** Response to a request with `ends`; it contains only the comparison of these ends. */
export const comparedEndsResponseSchema = z.object({
  resourceVersion: z.string(),
  /**
   * Per compared end, how many clusters are forced off the version (`forced`), or must leave it but cannot (`stuck`).
   * Clusters whose NamespacedCloudProfile sets the end are left out: the CloudProfile's end does not affect them.
   */
  ends: z.array(
    z.object({
      at: z.int(),
      forced: z.int(),
      stuck: z.int(),
      /** Forced and stuck clusters that do not have the version yet: an earlier update brings them to it. */
      comingLater: z.int(),
      /** Compared with the end `from`: clusters no longer stuck on the version, and those stuck or forced at another time. */
      shifts: z.optional(
        z.object({
          freed: z.int(),
          stuckEarlier: z.int(),
          stuckLater: z.int(),
          forcedEarlier: z.int(),
          forcedLater: z.int(),
        }),
      ),
    }),
  ),
});
export type ComparedEndsResponse = z.infer<typeof comparedEndsResponseSchema>;

/** Request of POST /api/profiles/{name} and …/preview (a dry run), bound to the profile version that was read. */
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
  /** Warnings of the garden's API server, verbatim. */
  warnings: z.array(z.string()),
});
export type ProfileChangeResponse = z.infer<typeof profileChangeResponseSchema>;
