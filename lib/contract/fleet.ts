import * as z from "zod/mini";
import { rowForecastSchema } from "./forecast.ts";

const instant = z.string();

export const healthStatuses = ["healthy", "progressing", "unknown", "unhealthy"] as const;

/** Condition or constraint, in full or only if not fine; `status` may be newer than this build. */
export const conditionSummarySchema = z.object({
  type: z.string(),
  status: z.string(),
  codes: z.optional(z.array(z.string())),
});

export const lastOperationSummarySchema = z.object({
  type: z.optional(z.string()),
  state: z.optional(z.string()),
  /** Per cent, already clamped to 0–100; absent when not reported. */
  progress: z.optional(z.number()),
  description: z.optional(z.string()),
  updatedAt: z.optional(instant),
});

/** Gardener's next step, as codes of the policy core (`lib/policy/next`) that may be newer than this build. */
export const nextSummarySchema = z.object({
  subject: z.string(),
  turn: z.string(),
  /** Work that does not happen because Gardener is held back. */
  waiting: z.optional(z.string()),
  /** When the change that is about to be rolled out was written: it may turn out that nothing acts on it. */
  since: z.optional(instant),
  /** Further notes, as codes. */
  notes: z.optional(z.array(z.string())),
});

/** Version of a component and its current classification in the effective CloudProfile. */
export const versionSummarySchema = z.object({
  version: z.string(),
  /** A classification, `unclassified`, `not-in-profile`, or `unknown` when the profile cannot be read. */
  classification: z.string(),
  expiresAt: z.optional(instant),
});
export type VersionSummary = z.infer<typeof versionSummarySchema>;

export const imageSummarySchema = z.extend(versionSummarySchema, { name: z.string(), pools: z.array(z.string()) });

/** Rotation in progress. */
const rotationSummarySchema = z.object({
  family: z.string(),
  /** Phase as in the Shoot's status. */
  phase: z.string(),
  since: z.optional(instant),
  /** What users have to do; absent while Gardener has to act. */
  wait: z.optional(z.string()),
  /** Pools that have not been rolled yet. */
  pools: z.optional(z.array(z.string())),
});
export type RotationSummary = z.infer<typeof rotationSummarySchema>;

/** Row of the fleet: everything that lists, filters and the live stream need of one Shoot. */
export const fleetRowSchema = z.object({
  uid: z.string(),
  namespace: z.string(),
  project: z.string(),
  name: z.string(),
  resourceVersion: z.string(),
  createdAt: z.optional(instant),
  /** Creator: the annotation gardener.cloud/created-by. */
  createdBy: z.optional(z.string()),
  /** Name on the Seed, in logs, alerts and at the cloud provider; absent where it is `shoot--project--name`. */
  technicalId: z.optional(z.string()),
  deletionRequestedAt: z.optional(instant),
  purpose: z.optional(z.string()),
  provider: z.string(),
  region: z.optional(z.string()),
  seed: z.optional(z.string()),
  profile: z.optional(z.object({ kind: z.string(), name: z.string() })),
  labels: z.optional(z.record(z.string(), z.string())),

  health: z.enum(healthStatuses),
  /** Earliest time since which a condition is False. */
  unhealthySince: z.optional(instant),
  /** Health label that Gardener set on the Shoot, when it differs from ours or is newer than this build. */
  healthLabel: z.optional(z.string()),
  /** What Gardener does next: the subject of the cluster's sentence, who has to act, and what is waiting. */
  next: nextSummarySchema,
  /** When its lifetime ends: Gardener deletes the cluster then, or up to an hour later. */
  endsAt: z.optional(instant),
  hibernated: z.boolean(),
  hibernationEnabled: z.boolean(),
  lastOperation: z.optional(lastOperationSummarySchema),
  /** Union of the codes of lastErrors and of conditions that are not True. */
  errorCodes: z.array(z.string()),
  /** Who has to fix it, the party nearest to the user first; absent when nothing is wrong or nobody is named. */
  fixer: z.optional(z.enum(["user", "provider", "operator", "gardener"])),
  conditions: z.array(conditionSummarySchema),
  constraints: z.array(conditionSummarySchema),
  /** Number of conditions and constraints that are False, Unknown or newer than this build. */
  findings: z.int(),
  /** Pending value of the annotation gardener.cloud/operation, verbatim. */
  pendingOperation: z.optional(z.string()),
  /** Operation planned for the next window: the annotation maintenance.gardener.cloud/operation, verbatim. */
  scheduledOperation: z.optional(z.string()),
  /** Generation, which grows with everything that Gardener has to act on: a changed spec, an operation, a deletion. */
  shootGeneration: z.optional(z.int()),
  /** Whether the last spec change or operation request came from anyone but Gardener; absent when unknown. */
  writtenBySomebody: z.optional(z.boolean()),
  /** False while the garden has accepted a change that gardenlet has not observed yet. */
  observed: z.boolean(),

  kubernetes: versionSummarySchema,
  /** Pools whose own Kubernetes version differs from the control plane's. */
  pinnedPools: z.array(z.object({ pool: z.string(), version: z.string() })),
  images: z.array(imageSummarySchema),
  pools: z.int(),
  maxNodes: z.optional(z.int()),
  autoUpdate: z.object({ kubernetes: z.boolean(), images: z.boolean() }),
  window: z.optional(z.object({ begin: z.string(), end: z.string() })),
  confineSpecUpdateRollout: z.boolean(),
  lastMaintenance: z.optional(z.object({ state: z.optional(z.string()), triggeredAt: z.optional(instant) })),
  rotation: z.optional(z.object({ family: z.string(), phase: z.string(), since: z.optional(instant) })),
  /** All rotations under way; `rotation` is the one of them that matters most. */
  rotations: z.optional(z.array(rotationSummarySchema)),
  /** When each family of credentials was last renewed; a missing family is as old as the cluster. */
  rotatedAt: z.optional(z.record(z.string(), instant)),
  /** Forecast of its versions; absent only on rows that were not made by the fleet. */
  forecast: z.optional(rowForecastSchema),
  gardenerVersion: z.optional(z.string()),
  /** Parts of the object that could not be read, as codes: `no-version`, `too-deep`, `too-large` with its bytes. */
  unreadable: z.optional(z.array(z.string())),
});
export type FleetRow = z.infer<typeof fleetRowSchema>;

/** Changed fields of a row that the client already has, with their current values; applying it is idempotent. */
export const rowUpdateSchema = z.object({
  uid: z.string(),
  set: z.partial(fleetRowSchema),
  /** Fields that are now absent. */
  unset: z.array(z.string()),
});
export type RowUpdate = z.infer<typeof rowUpdateSchema>;

/** Garden collections that the fleet depends on. */
export const fleetCollectionNames = [
  "Shoots",
  "Projects",
  "CloudProfiles",
  "NamespacedCloudProfiles",
  "RoleBindings",
  "Seeds",
] as const;
export type FleetCollectionName = (typeof fleetCollectionNames)[number];

const partErrorSchema = z.object({
  /** One of `fleetCollectionNames`, or a name from a newer build. */
  part: z.string(),
  since: instant,
  /** Why the watch is down, in the watch's own terms: `forbidden`, `unreachable`, … */
  reason: z.string(),
});
/** Part that is currently not followed, or that has never been read successfully. */
export type FleetCollectionError = z.infer<typeof partErrorSchema>;

/** Absent when nothing is wrong. */
const parts = z.optional(z.array(partErrorSchema));

/**
 * How far the rows can be trusted right now. `loading`: not all parts have been read once; `parts` lists those that
 * have failed so far. A client with rows from an earlier reading keeps them meanwhile, with `keptSince` as their time.
 * Afterwards the Shoots decide between `live` and `stale`, and `parts` lists the other parts that are out of date.
 */
export const freshnessSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("live"), asOf: instant, parts }),
  z.object({ state: z.literal("stale"), since: instant, reason: z.string(), parts }),
  z.object({ state: z.literal("loading"), parts, keptSince: z.optional(instant) }),
]);
export type Freshness = z.infer<typeof freshnessSchema>;

/** What the user may see: all projects, or those listed. */
export const scopeSchema = z.object({
  all: z.boolean(),
  projects: z.array(
    z.object({
      name: z.string(),
      namespace: z.string(),
      description: z.optional(z.string()),
      owner: z.optional(z.string()),
      /** Whether the user owns it or may change its clusters as a member. Absent for users who see all projects. */
      mine: z.optional(z.boolean()),
    }),
  ),
  /** Projects that the user is a member of but whose Shoots could not be read: `may-not-list` or `no-namespace`. */
  unreadable: z.array(z.object({ name: z.string(), reason: z.string() })),
});
export type Scope = z.infer<typeof scopeSchema>;

/** Everything that the user may see. */
export interface FleetSnapshot {
  /** Position from which the stream resumes. */
  readonly cursor: string;
  readonly freshness: Freshness;
  readonly scope: Scope;
  readonly rows: readonly FleetRow[];
}

/** Format number, raised whenever a line's meaning changes; a browser that reads another one has to reload. */
export const fleetFormat = 1;

/** Rows per line: few enough to be written, or read, without blocking the event loop noticeably. */
export const rowsPerLine = 500;

/**
 * GET /api/fleet: lines of JSON. This is the first; the rows follow as columns (`columns/column.ts`), five hundred to a
 * line. Later lines refer to the dictionaries of earlier ones.
 */
export const fleetHeadSchema = z.object({
  format: z.literal(fleetFormat),
  cursor: z.string(),
  freshness: freshnessSchema,
  scope: scopeSchema,
  /** Number of rows that follow. */
  clusters: z.int(),
});
export type FleetHead = z.infer<typeof fleetHeadSchema>;
