import * as z from "zod/mini";
import {
  attemptedStepSchema,
  componentForecastSchema,
  runRejectionSchema,
  specCleanupSchema,
  versionedComponentSchema,
} from "./component-forecast.ts";
import { gateSettingsSchema } from "./garden/gate-settings.ts";

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

/** Forecast of the policy core. Of the forecasts for other Gardener releases, it contains only the number. */
export const forecastSchema = z.discriminatedUnion("outcome", [
  z.object({
    outcome: z.literal("foreseen"),
    lanes: z.array(componentForecastSchema),
    rejections: z.array(runRejectionSchema),
    certain: z.boolean(),
    alternatives: z.int(),
    caveats: z.array(caveat),
  }),
  z.object({ outcome: z.literal("not-maintained"), reason: z.literal("deleting") }),
  z.object({
    outcome: z.literal("unknown"),
    /** Why there is no forecast. `engine-failed`: computing it failed; the response still contains all other data. */
    reason: z.enum(["no-profile", "invalid-shoot", "invalid-now", "invalid-horizon", "engine-failed"]),
    /** Field of the Shoot that cannot be read, for the reason `invalid-shoot`. */
    field: z.exactOptional(z.string()),
  }),
]);

/** Version that a component runs now, and its entry in the profile. It is known even if nothing can be forecast. */
export const componentVersionSchema = z.object({
  lane: versionedComponentSchema,
  image: z.exactOptional(z.string()),
  version: z.string(),
  /** The version's classification, `unclassified`, `not-in-profile`, or `unknown` if there is no profile. */
  classification: z.string(),
  expiresAt: z.optional(instant),
  followsControlPlane: z.boolean(),
});
export type ComponentVersion = z.infer<typeof componentVersionSchema>;

/** End of a version that the project's own profile sets differently from its parent. */
export const profileOverrideSchema = z.object({
  image: z.exactOptional(z.string()),
  version: z.string(),
  /** Whether the parent profile does not list the version. */
  onlyHere: z.boolean(),
  /** End of the version for this cluster (`here`) and in the parent profile; absent if the version has no end. */
  here: z.exactOptional(instant),
  parent: z.exactOptional(instant),
});
export type ProfileOverride = z.infer<typeof profileOverrideSchema>;

const profileReference = z.object({
  kind: z.string(),
  name: z.string(),
  resourceVersion: z.exactOptional(z.string()),
  /** Name of the CloudProfile that a NamespacedCloudProfile extends. */
  parent: z.exactOptional(z.string()),
});

/**
 * Response of GET /api/clusters/{project}/{name}/forecast: read live with the user's own credential, and computed for
 * the time `at`. `world` is the input of the computation, so that the browser can simulate changes on the same data.
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
    /** Reason why the profile is absent. */
    noProfile: z.exactOptional(
      z.enum(["NO_PROFILE_REFERENCE", "PROFILE_NOT_FOUND", "PROFILE_NOT_MERGED", "PROFILE_FORBIDDEN"]),
    ),
  }),
  forecast: forecastSchema,
  facts: z.array(componentVersionSchema),
  overrides: z.array(profileOverrideSchema),
  world: z.object({
    shoot: z.record(z.string(), z.unknown()),
    profile: z.exactOptional(z.record(z.string(), z.unknown())),
    /** Gardener release of the garden. */
    release: z.exactOptional(z.string()),
    gates: z.exactOptional(gateSettingsSchema),
  }),
});
export type ClusterForecast = z.infer<typeof clusterForecastSchema>;

/** POST /api/clusters/{project}/{name}/forecast/dry-run: request bound to the Shoot version that the user saw. */
export const nextRunDryRunRequestSchema = z.strictObject({
  uid: z.string().check(z.minLength(1), z.maxLength(64)),
  resourceVersion: z.string().check(z.regex(/^[1-9][0-9]{0,39}$/)),
});
export type NextRunDryRunRequest = z.infer<typeof nextRunDryRunRequestSchema>;

/** Result of the API server's dry run of the spec that the next maintenance run would write. Nothing is stored. */
export const nextRunDryRunResponseSchema = z.object({
  verdict: z.enum(["accepted", "refused", "nothing-to-try"]),
  checkedAt: instant,
  /** Earliest time of the tested run; absent when no run changes anything. */
  runAt: z.exactOptional(instant),
  steps: z.array(attemptedStepSchema),
  cleanups: z.array(specCleanupSchema),
  /** Message of the API server, cut to 600 characters. */
  message: z.exactOptional(z.string()),
  causes: z.array(z.object({ field: z.string(), message: z.string() })),
  warnings: z.array(z.string()),
  /** Merge patch sent in the dry run, without the uid and resourceVersion that bind it to a version of the object. */
  patch: z.exactOptional(z.record(z.string(), z.unknown())),
  /** CredentialsBinding that a real run creates first. A dry run cannot create it, so errors about it mean nothing. */
  missingBinding: z.exactOptional(z.string()),
});
export type NextRunDryRunResponse = z.infer<typeof nextRunDryRunResponseSchema>;
