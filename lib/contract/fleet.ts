import { z } from "zod";

const instant = z.string();

export const healthStatuses = ["healthy", "progressing", "unknown", "unhealthy"] as const;

/** One condition or constraint that is not fine, or one condition in full; `status` may be newer than this build. */
export const conditionSummarySchema = z.object({
  type: z.string(),
  status: z.string(),
  codes: z.array(z.string()).optional(),
});
export type ConditionSummary = z.infer<typeof conditionSummarySchema>;

export const lastOperationSummarySchema = z.object({
  type: z.string().optional(),
  state: z.string().optional(),
  /** Per cent, already clamped to 0–100; absent when not reported. */
  progress: z.number().optional(),
  description: z.string().optional(),
  updatedAt: instant.optional(),
});

/** The version of a lane and its classification today in the effective CloudProfile. */
export const versionSummarySchema = z.object({
  version: z.string(),
  /** A classification, `unclassified`, `not-in-profile`, or `unknown` when the profile cannot be read. */
  classification: z.string(),
  expiresAt: instant.optional(),
});
export type VersionSummary = z.infer<typeof versionSummarySchema>;

export const imageSummarySchema = versionSummarySchema.extend({ name: z.string(), pools: z.array(z.string()) });

/** One line of the fleet: what lists, filters and the live stream need of one Shoot. */
export const fleetRowSchema = z.object({
  uid: z.string(),
  namespace: z.string(),
  project: z.string(),
  name: z.string(),
  resourceVersion: z.string(),
  createdAt: instant.optional(),
  deletionRequestedAt: instant.optional(),
  purpose: z.string().optional(),
  provider: z.string(),
  region: z.string().optional(),
  seed: z.string().optional(),
  profile: z.object({ kind: z.string(), name: z.string() }).optional(),
  labels: z.record(z.string(), z.string()).optional(),

  health: z.enum(healthStatuses),
  /** The health label that Gardener wrote on the object, when it differs from ours or is newer than this build. */
  healthLabel: z.string().optional(),
  hibernated: z.boolean(),
  hibernationEnabled: z.boolean(),
  lastOperation: lastOperationSummarySchema.optional(),
  /** Union of the codes of lastErrors and of conditions that are not True. */
  errorCodes: z.array(z.string()),
  /** Who has to mend it, the person nearest to the user first; absent when nothing is wrong or nobody is named. */
  fixer: z.enum(["user", "provider", "operator", "gardener"]).optional(),
  conditions: z.array(conditionSummarySchema),
  constraints: z.array(conditionSummarySchema),
  /** How many conditions and constraints are False, Unknown or newer than this build. */
  findings: z.number().int(),
  /** The pending value of the annotation gardener.cloud/operation, verbatim. */
  pendingOperation: z.string().optional(),
  /** False while the garden has accepted a change that gardenlet has not seen yet. */
  observed: z.boolean(),

  kubernetes: versionSummarySchema,
  /** Pools whose own Kubernetes version differs from the control plane's. */
  pinnedPools: z.array(z.object({ pool: z.string(), version: z.string() })),
  images: z.array(imageSummarySchema),
  pools: z.number().int(),
  maxNodes: z.number().int().optional(),
  autoUpdate: z.object({ kubernetes: z.boolean(), images: z.boolean() }),
  window: z.object({ begin: z.string(), end: z.string() }).optional(),
  confineSpecUpdateRollout: z.boolean(),
  lastMaintenance: z.object({ state: z.string().optional(), triggeredAt: instant.optional() }).optional(),
  rotation: z.object({ family: z.string(), phase: z.string(), since: instant.optional() }).optional(),
  gardenerVersion: z.string().optional(),
  /** What could not be read of the object, in words for the screen: "spec.kubernetes.version is missing". */
  unreadable: z.array(z.string()).optional(),
});
export type FleetRow = z.infer<typeof fleetRowSchema>;

/** How far the rows can be trusted right now. */
export const freshnessSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("live"), asOf: instant }),
  z.object({ state: z.literal("stale"), since: instant, reason: z.string() }),
  z.object({ state: z.literal("loading") }),
]);
export type Freshness = z.infer<typeof freshnessSchema>;

/** What the user may see: all projects, or those named. */
export const scopeSchema = z.object({
  all: z.boolean(),
  projects: z.array(z.object({ name: z.string(), namespace: z.string(), description: z.string().optional() })),
  /** Projects that the user is a member of but whose Shoots could not be read, with the reason. */
  unreadable: z.array(z.object({ name: z.string(), reason: z.string() })),
});
export type Scope = z.infer<typeof scopeSchema>;

/** GET /api/fleet. `cursor` is what the stream resumes from. */
export const fleetSnapshotSchema = z.object({
  cursor: z.string(),
  freshness: freshnessSchema,
  scope: scopeSchema,
  rows: z.array(fleetRowSchema),
});
export type FleetSnapshot = z.infer<typeof fleetSnapshotSchema>;
