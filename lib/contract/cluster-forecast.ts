import * as z from "zod/mini";
import { cleanUpSchema, laneIdSchema, laneSchema, laneStepSchema, rejectionSchema } from "./forecast-lane.ts";

const instant = z.string();

const caveat = z.enum([
  "release-unknown",
  "older-than-known-rules",
  "newer-than-known-rules",
  "window-missing",
  "window-unreadable",
  "feature-gates-not-checked",
  "profile-date-unreadable",
  "lifetime-ends",
  "pools-left-out",
]);

/** The policy core's forecast; of other outlooks under other Gardener releases only their number. */
export const forecastSchema = z.discriminatedUnion("outcome", [
  z.object({
    outcome: z.literal("foreseen"),
    lanes: z.array(laneSchema),
    rejections: z.array(rejectionSchema),
    certain: z.boolean(),
    alternatives: z.int(),
    caveats: z.array(caveat),
  }),
  z.object({ outcome: z.literal("not-maintained"), reason: z.literal("deleting") }),
  z.object({
    outcome: z.literal("unknown"),
    /** `engine-failed`: the forecast itself broke; what is known without it is shown. */
    reason: z.enum(["no-profile", "invalid-shoot", "invalid-now", "invalid-horizon", "engine-failed"]),
    /** Of `invalid-shoot`: the field that cannot be read. */
    field: z.exactOptional(z.string()),
  }),
]);

/** What a lane runs today and what the profile says of it: known even where nothing can be foreseen. */
export const laneFactSchema = z.object({
  lane: laneIdSchema,
  image: z.exactOptional(z.string()),
  version: z.string(),
  /** As in a fleet row: a classification, `unclassified`, `not-in-profile`, or `unknown` without a profile. */
  classification: z.string(),
  expiresAt: z.optional(instant),
  followsControlPlane: z.boolean(),
});
export type LaneFact = z.infer<typeof laneFactSchema>;

/** A date that the project's own profile sets otherwise than its parent. */
export const overrideSchema = z.object({
  image: z.exactOptional(z.string()),
  version: z.string(),
  /** The parent does not list the version at all. */
  onlyHere: z.boolean(),
  /** When the version ends for this cluster, and in the parent; absent for no end. */
  here: z.exactOptional(instant),
  parent: z.exactOptional(instant),
});
export type ProfileOverride = z.infer<typeof overrideSchema>;

const profileReference = z.object({
  kind: z.string(),
  name: z.string(),
  resourceVersion: z.exactOptional(z.string()),
  /** Of a NamespacedCloudProfile: the CloudProfile that it changes. */
  parent: z.exactOptional(z.string()),
});

/**
 * GET /api/clusters/{project}/{name}/forecast: read live with the user's own credential, and worked out at `at`. `world` is
 * what it was worked out from, so that the browser can ask "what if" about the same snapshot.
 */
export const clusterForecastSchema = z.object({
  snapshot: z.object({
    /** Equal for forecasts that tell the same from the same spec and profile. */
    id: z.string(),
    at: instant,
    /** Until when it looks. */
    horizon: instant,
    uid: z.string(),
    resourceVersion: z.string(),
    profile: z.exactOptional(profileReference),
    /** Why there is no profile. */
    noProfile: z.exactOptional(
      z.enum(["NO_PROFILE_REFERENCE", "PROFILE_NOT_FOUND", "PROFILE_NOT_MERGED", "PROFILE_FORBIDDEN"]),
    ),
  }),
  forecast: forecastSchema,
  facts: z.array(laneFactSchema),
  overrides: z.array(overrideSchema),
  world: z.object({
    shoot: z.record(z.string(), z.unknown()),
    profile: z.exactOptional(z.record(z.string(), z.unknown())),
    /** Of the garden. */
    release: z.exactOptional(z.string()),
  }),
});
export type ClusterForecast = z.infer<typeof clusterForecastSchema>;

/** POST /api/clusters/{project}/{name}/forecast/dry-run: bound to what the user saw. */
export const nextRunDryRunBody = z.strictObject({
  uid: z.string().check(z.minLength(1), z.maxLength(64)),
  resourceVersion: z.string().check(z.regex(/^[1-9][0-9]{0,39}$/)),
});
export type NextRunDryRunBody = z.infer<typeof nextRunDryRunBody>;

/** What the API server says today to the spec that the next maintenance run would write. Nothing was written. */
export const nextRunDryRunSchema = z.object({
  verdict: z.enum(["accepted", "refused", "nothing-to-try"]),
  checkedAt: instant,
  /** When the run that was tried would come at the earliest; absent when no run changes anything. */
  runAt: z.exactOptional(instant),
  steps: z.array(laneStepSchema),
  cleanUps: z.array(cleanUpSchema),
  /** The API server's own words, of at most 600 characters. */
  message: z.exactOptional(z.string()),
  causes: z.array(z.object({ field: z.string(), message: z.string() })),
  warnings: z.array(z.string()),
  /** The merge patch that was sent, without what binds it to a version. */
  patch: z.exactOptional(z.record(z.string(), z.unknown())),
  /** The run would first make this CredentialsBinding; a dry run cannot, so an objection to it means nothing. */
  missingBinding: z.exactOptional(z.string()),
});
export type NextRunDryRun = z.infer<typeof nextRunDryRunSchema>;
