import * as z from "zod/mini";
import {
  attemptedStepSchema,
  cleanUpSchema,
  componentForecastSchema,
  rejectionSchema,
  versionedComponentSchema,
} from "./component-forecast.ts";

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

/** Forecast of the policy core; of the alternatives under other Gardener releases only their number. */
export const forecastSchema = z.discriminatedUnion("outcome", [
  z.object({
    outcome: z.literal("foreseen"),
    lanes: z.array(componentForecastSchema),
    rejections: z.array(rejectionSchema),
    certain: z.boolean(),
    alternatives: z.int(),
    caveats: z.array(caveat),
  }),
  z.object({ outcome: z.literal("not-maintained"), reason: z.literal("deleting") }),
  z.object({
    outcome: z.literal("unknown"),
    /** `engine-failed`: the forecast itself failed; what is known without it is still shown. */
    reason: z.enum(["no-profile", "invalid-shoot", "invalid-now", "invalid-horizon", "engine-failed"]),
    /** For `invalid-shoot`: the field that cannot be read. */
    field: z.exactOptional(z.string()),
  }),
]);

/** Version that a component runs now and its entry in the profile: known even when nothing can be forecast. */
export const componentVersionSchema = z.object({
  lane: versionedComponentSchema,
  image: z.exactOptional(z.string()),
  version: z.string(),
  /** As in a fleet row: a classification, `unclassified`, `not-in-profile`, or `unknown` without a profile. */
  classification: z.string(),
  expiresAt: z.optional(instant),
  followsControlPlane: z.boolean(),
});
export type ComponentVersion = z.infer<typeof componentVersionSchema>;

/** Date that the project's own profile sets differently from its parent. */
export const overrideSchema = z.object({
  image: z.exactOptional(z.string()),
  version: z.string(),
  /** Whether the parent does not list the version at all. */
  onlyHere: z.boolean(),
  /** When the version ends for this cluster, and when in the parent; absent for no end. */
  here: z.exactOptional(instant),
  parent: z.exactOptional(instant),
});
export type ProfileOverride = z.infer<typeof overrideSchema>;

const profileReference = z.object({
  kind: z.string(),
  name: z.string(),
  resourceVersion: z.exactOptional(z.string()),
  /** For a NamespacedCloudProfile: the CloudProfile that it extends. */
  parent: z.exactOptional(z.string()),
});

/**
 * GET /api/clusters/{project}/{name}/forecast: read live with the user's own credential, and computed for the time
 * `at`. `world` is the input of the computation, so that the browser can simulate changes on the same snapshot.
 */
export const clusterForecastSchema = z.object({
  snapshot: z.object({
    /** Equal for forecasts with the same content from the same spec and profile. */
    id: z.string(),
    at: instant,
    /** End of the forecast period. */
    horizon: instant,
    uid: z.string(),
    resourceVersion: z.string(),
    profile: z.exactOptional(profileReference),
    /** Why the profile is absent. */
    noProfile: z.exactOptional(
      z.enum(["NO_PROFILE_REFERENCE", "PROFILE_NOT_FOUND", "PROFILE_NOT_MERGED", "PROFILE_FORBIDDEN"]),
    ),
  }),
  forecast: forecastSchema,
  facts: z.array(componentVersionSchema),
  overrides: z.array(overrideSchema),
  world: z.object({
    shoot: z.record(z.string(), z.unknown()),
    profile: z.exactOptional(z.record(z.string(), z.unknown())),
    /** Gardener release of the garden. */
    release: z.exactOptional(z.string()),
  }),
});
export type ClusterForecast = z.infer<typeof clusterForecastSchema>;

/** POST /api/clusters/{project}/{name}/forecast/dry-run: bound to the version that the user saw. */
export const nextRunDryRunRequestSchema = z.strictObject({
  uid: z.string().check(z.minLength(1), z.maxLength(64)),
  resourceVersion: z.string().check(z.regex(/^[1-9][0-9]{0,39}$/)),
});
export type NextRunDryRunRequest = z.infer<typeof nextRunDryRunRequestSchema>;

/** API server's current answer to the spec that the next maintenance run would write. Nothing was written. */
export const nextRunDryRunResponseSchema = z.object({
  verdict: z.enum(["accepted", "refused", "nothing-to-try"]),
  checkedAt: instant,
  /** Earliest time of the tested run; absent when no run changes anything. */
  runAt: z.exactOptional(instant),
  steps: z.array(attemptedStepSchema),
  cleanUps: z.array(cleanUpSchema),
  /** The API server's message, cut to 600 characters. */
  message: z.exactOptional(z.string()),
  causes: z.array(z.object({ field: z.string(), message: z.string() })),
  warnings: z.array(z.string()),
  /** Merge patch that was sent, without the uid and resourceVersion that bind it to a version. */
  patch: z.exactOptional(z.record(z.string(), z.unknown())),
  /** CredentialsBinding that the run would create first; a dry run cannot, so objections to it mean nothing. */
  missingBinding: z.exactOptional(z.string()),
});
export type NextRunDryRunResponse = z.infer<typeof nextRunDryRunResponseSchema>;
