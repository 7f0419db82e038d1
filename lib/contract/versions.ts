import * as z from "zod/mini";
import { isDns1123Subdomain } from "#lib/kube/names.ts";
import { permissionsSchema } from "./cluster.ts";
import { freshnessSchema } from "./fleet.ts";

/** Optional and nullable, as Go clients write what is not set. */
export const unset = <Inner extends z.ZodMiniType>(inner: Inner) => z.exactOptional(z.nullable(inner));

const expirableShape = {
  version: z.string(),
  classification: unset(z.string()),
  expirationDate: unset(z.string()),
  lifecycle: unset(z.array(z.looseObject({ classification: z.string(), startTime: unset(z.string()) }))),
};

const imageVersionSchema = z.looseObject({
  ...expirableShape,
  cri: unset(
    z.array(
      z.looseObject({ name: z.string(), containerRuntimes: unset(z.array(z.looseObject({ type: z.string() }))) }),
    ),
  ),
  architectures: unset(z.array(z.string())),
  capabilityFlavors: unset(z.array(z.record(z.string(), z.array(z.string())))),
  kubeletVersionConstraint: unset(z.string()),
  inPlaceUpdates: unset(
    z.looseObject({ supported: z.exactOptional(z.boolean()), minVersionForUpdate: unset(z.string()) }),
  ),
});

/** The lists of versions in a profile's spec. */
export const versionLists = {
  kubernetes: unset(z.looseObject({ versions: unset(z.array(z.looseObject(expirableShape))) })),
  machineImages: unset(
    z.array(
      z.looseObject({
        name: z.string(),
        updateStrategy: unset(z.string()),
        versions: unset(z.array(imageVersionSchema)),
      }),
    ),
  ),
};

/** What of a CloudProfile's spec the screens draw: its lists of versions. */
export const versionListsSchema = z.object(versionLists);

/** One profile as Shoots follow it: a CloudProfile, or a NamespacedCloudProfile merged with its parent. */
export const profileSchema = z.object({
  kind: z.enum(["CloudProfile", "NamespacedCloudProfile"]),
  name: z.string(),
  /** Of a NamespacedCloudProfile. */
  namespace: z.optional(z.string()),
  project: z.optional(z.string()),
  parent: z.optional(z.string()),
  resourceVersion: z.string(),
  provider: z.optional(z.string()),
  /** Absent when Gardener has not merged the profile yet: then nothing can be said of it. */
  lists: z.optional(versionListsSchema),
  /** What the NamespacedCloudProfile itself says, before the merge. */
  overrides: z.optional(versionListsSchema),
});
export type Profile = z.infer<typeof profileSchema>;

/** GET /api/versions. Who uses what is counted in the browser, over the rows that the user sees. */
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
  /** `patchShoot` of the shared schema, for this profile. */
  permissions: z.object({ patch: permissionsSchema.shape.patchShoot, uncertain: permissionsSchema.shape.uncertain }),
  readAt: z.string(),
});
export type ProfileDetail = z.infer<typeof profileDetailSchema>;

const specPatch = z.record(z.string(), z.unknown());

/** How many images, and how many versions in any one list, a profile may have for a change of it to be tried. */
export const mostVersions = 500;
/** How many versions all images may have together: reading them is one piece of work that nobody can interrupt. */
export const mostImageVersions = 5_000;

/** POST /api/versions/whatif: a merge patch (RFC 7396) of a CloudProfile's spec, for which nothing is written. */
export const whatIfBody = z.object({
  profile: z.string().check(z.refine(isDns1123Subdomain, "is not a valid name")),
  spec: specPatch,
});
export type WhatIfBody = z.infer<typeof whatIfBody>;

export const effectKinds = ["stuck", "freed", "earlier", "later", "otherwise"] as const;
/** What a change makes of a cluster; a cluster may be in several. */
export type EffectKind = (typeof effectKinds)[number];

const step = z.object({
  /** Empty for the control plane. */
  pool: z.string(),
  what: z.enum(["kubernetes", "image"]),
  from: z.string(),
  to: z.string(),
  forced: z.boolean(),
  /** Epoch milliseconds; absent when the step is only in the other world. */
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
  /** The step that moves most, when one does. */
  step: z.optional(step),
  stuck: z.optional(deadEnd),
  /** A dead end that comes at another time than before. */
  stuckOtherwise: z.optional(z.extend(deadEnd, { before: z.number() })),
  freed: z.optional(deadEnd),
});
export type ClusterEffect = z.infer<typeof clusterEffectSchema>;

export const whatIfSchema = z.object({
  profile: z.string(),
  /** The version of the profile that the change was tried on. */
  resourceVersion: z.string(),
  /** Clusters of the profile, and of the projects' profiles below it, that the user may see. */
  total: z.int(),
  recomputed: z.int(),
  affected: z.int(),
  counts: z.record(z.enum(effectKinds), z.int()),
  /** The most urgent first; at most so many as a screen can show. */
  clusters: z.array(clusterEffectSchema),
  /** Why the garden would refuse to take something out that is in use; only what the user may see is named. */
  inUse: z.array(z.object({ field: z.string(), message: z.string() })),
  horizonAt: z.string(),
});
export type WhatIf = z.infer<typeof whatIfSchema>;

/** POST /api/profiles/{name}, and …/preview, which only asks what the garden would say: bound to what was read. */
export const profileChangeBody = z.object({
  uid: z.string().check(z.minLength(1), z.maxLength(128)),
  resourceVersion: z.string().check(z.minLength(1), z.maxLength(64)),
  /** A merge patch (RFC 7396) of the spec. */
  spec: specPatch,
});
export type ProfileChangeBody = z.infer<typeof profileChangeBody>;

export const profileChangedSchema = z.object({
  dryRun: z.boolean(),
  resourceVersion: z.string(),
  /** The garden's advice, verbatim. */
  warnings: z.array(z.string()),
});
export type ProfileChanged = z.infer<typeof profileChangedSchema>;
