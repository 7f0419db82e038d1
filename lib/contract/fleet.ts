import * as z from "zod/mini";
import { rowForecastSchema } from "./forecast.ts";

const instant = z.string();

export const healthStatuses = ["healthy", "progressing", "unknown", "unhealthy"] as const;

/** Condition or constraint of a Shoot: its type, status and error codes. `status` may be newer than this build. */
export const conditionSummarySchema = z.object({
  type: z.string(),
  status: z.string(),
  codes: z.optional(z.array(z.string())),
});

export const lastOperationSummarySchema = z.object({
  type: z.optional(z.string()),
  state: z.optional(z.string()),
  /** Progress of the last operation in per cent, limited to 0–100; absent if not reported. */
  progress: z.optional(z.number()),
  description: z.optional(z.string()),
  updatedAt: z.optional(instant),
});

/** Gardener's next step, as codes of the policy core (`lib/policy/next`) that may be newer than this build. */
export const nextSummarySchema = z.object({
  subject: z.string(),
  turn: z.string(),
  /** Code of the work that waits because Gardener is held back from reconciling the cluster. */
  waiting: z.optional(z.string()),
  /** Time at which the change about to be rolled out was written. Possibly nothing acts on the change. */
  since: z.optional(instant),
  /** Codes of further notes about the cluster. */
  notes: z.optional(z.array(z.string())),
});

/** Version of a component, and its current classification in the effective CloudProfile. */
export const versionSummarySchema = z.object({
  version: z.string(),
  /** A classification, `unclassified`, `not-in-profile`, or `unknown` when the profile cannot be read. */
  classification: z.string(),
  expiresAt: z.optional(instant),
});
export type VersionSummary = z.infer<typeof versionSummarySchema>;

export const imageSummarySchema = z.extend(versionSummarySchema, { name: z.string(), pools: z.array(z.string()) });

/** Credential rotation in progress. */
const rotationSummarySchema = z.object({
  family: z.string(),
  /** Phase of the rotation, as in the Shoot's status. */
  phase: z.string(),
  since: z.optional(instant),
  /** Code of what users have to do for the rotation; absent while Gardener has to act. */
  wait: z.optional(z.string()),
  /** Names of the pools whose nodes have not been replaced yet in this rotation. */
  pools: z.optional(z.array(z.string())),
});
export type RotationSummary = z.infer<typeof rotationSummarySchema>;

/** Readiness of a cluster for the next minor version of its control plane, as far as the garden's objects say. */
const readinessSummarySchema = z.object({
  /** The policy core's `ReadinessResult`. */
  result: z.string(),
  /** Number of findings that prevent the step; absent if there are none. */
  blocks: z.optional(z.int()),
  /** Id of the worst finding; absent without findings. */
  worst: z.optional(z.string()),
  /**
   * Version that the step leads to, and its earliest time in epoch milliseconds. Absent if it is the forced minor update
   * of the control plane in the row's forecast.
   */
  step: z.optional(z.object({ to: z.string(), at: z.int() })),
});
export type ReadinessSummary = z.infer<typeof readinessSummarySchema>;

/** Row of the fleet: all data of one Shoot that lists, filters and the event stream need. */
export const fleetRowSchema = z.object({
  uid: z.string(),
  namespace: z.string(),
  project: z.string(),
  name: z.string(),
  resourceVersion: z.string(),
  createdAt: z.optional(instant),
  /** Creator: the annotation gardener.cloud/created-by. */
  createdBy: z.optional(z.string()),
  /** Technical id: the Shoot's name on the Seed, in logs, alerts and the cloud; absent if `shoot--project--name`. */
  technicalId: z.optional(z.string()),
  deletionRequestedAt: z.optional(instant),
  purpose: z.optional(z.string()),
  provider: z.string(),
  region: z.optional(z.string()),
  seed: z.optional(z.string()),
  profile: z.optional(z.object({ kind: z.string(), name: z.string() })),
  labels: z.optional(z.record(z.string(), z.string())),
  /** Values of the fields that the project defines for lists, by the field's id: its name, `@` and its path. */
  customFields: z.optional(z.record(z.string(), z.string())),
  /** Ids of those fields that the list of the project shows as columns by default, in order. */
  shownFields: z.optional(z.array(z.string())),
  /** Ids of those fields in which the search box finds no words. */
  unsearchedFields: z.optional(z.array(z.string())),
  /** Name of the cluster's SecretBinding; absent if it uses a CredentialsBinding or no cloud account. */
  secretBinding: z.optional(z.string()),

  health: z.enum(healthStatuses),
  /** Earliest time since which a condition is False. */
  unhealthySince: z.optional(instant),
  /** Health label that Gardener set on the Shoot, if it differs from Almanac's status or is newer than this build. */
  healthLabel: z.optional(z.string()),
  /** What Gardener does next: the state of the cluster, who has to act, and what work is waiting. */
  next: nextSummarySchema,
  /** End of the cluster's lifetime. Gardener deletes the cluster then, or up to an hour later. */
  endsAt: z.optional(instant),
  hibernated: z.boolean(),
  hibernationEnabled: z.boolean(),
  lastOperation: z.optional(lastOperationSummarySchema),
  /** Error codes of lastErrors and of conditions that are not True. */
  errorCodes: z.array(z.string()),
  /** Party nearest to the user that has to fix the errors; absent if nothing is wrong or no party is known. */
  fixer: z.optional(z.enum(["user", "provider", "operator", "gardener"])),
  conditions: z.array(conditionSummarySchema),
  constraints: z.array(conditionSummarySchema),
  /** Number of conditions and constraints whose status is False, Unknown or newer than this build. */
  findings: z.int(),
  /** Pending value of the annotation gardener.cloud/operation, verbatim. */
  pendingOperation: z.optional(z.string()),
  /** Operation planned for the next maintenance window: annotation maintenance.gardener.cloud/operation, verbatim. */
  scheduledOperation: z.optional(z.string()),
  /** Shoot generation. It grows with everything that Gardener must act on: a changed spec, operation or deletion. */
  shootGeneration: z.optional(z.int()),
  /** Whether the last spec change or operation request came from someone other than Gardener; absent when unknown. */
  writtenBySomebody: z.optional(z.boolean()),
  /** Whether gardenlet has observed the Shoot's current generation; false after a change that it has not seen yet. */
  observed: z.boolean(),

  /** Wanted Kubernetes version of the control plane, as in the spec. */
  kubernetes: versionSummarySchema,
  /**
   * Versions before an update that is not rolled out completely: `kubernetes`, `pinnedPools` and `images` as they were.
   * Absent if there is no such update, or if the server did not see it begin.
   */
  versionsBefore: z.optional(
    z.object({
      kubernetes: z.string(),
      pinnedPools: z.array(z.object({ pool: z.string(), version: z.string() })),
      images: z.array(z.object({ name: z.string(), version: z.string(), pools: z.array(z.string()) })),
    }),
  ),
  /** Pools that have their own Kubernetes version, which differs from the control plane's. */
  pinnedPools: z.array(z.object({ pool: z.string(), version: z.string() })),
  images: z.array(imageSummarySchema),
  pools: z.int(),
  maxNodes: z.optional(z.int()),
  autoUpdate: z.object({ kubernetes: z.boolean(), images: z.boolean() }),
  window: z.optional(z.object({ begin: z.string(), end: z.string() })),
  confineSpecUpdateRollout: z.boolean(),
  lastMaintenance: z.optional(
    z.object({
      state: z.optional(z.string()),
      triggeredAt: z.optional(instant),
      /** Why the last maintenance failed, shortened; absent if it did not fail. */
      failureReason: z.optional(z.string()),
    }),
  ),
  rotation: z.optional(z.object({ family: z.string(), phase: z.string(), since: z.optional(instant) })),
  /** All credential rotations in progress; the field `rotation` contains the most important one. */
  rotations: z.optional(z.array(rotationSummarySchema)),
  /** Time at which each family of credentials was last renewed; a family without an entry is as old as the cluster. */
  rotatedAt: z.optional(z.record(z.string(), instant)),
  /** Forecast of the cluster's versions; absent only in rows that the server did not create. */
  forecast: z.optional(rowForecastSchema),
  /** Readiness for the next minor step of the forecast; absent without one, or if it is more than 90 days away. */
  readiness: z.optional(readinessSummarySchema),
  gardenerVersion: z.optional(z.string()),
  /** Codes of unreadable parts of the Shoot: `no-version`, `too-deep`, `too-large` with the size in bytes. */
  unreadable: z.optional(z.array(z.string())),
});
export type FleetRow = z.infer<typeof fleetRowSchema>;

/** Changed fields of a row that the client already has, with current values; repeating the update has no effect. */
export const rowUpdateSchema = z.object({
  uid: z.string(),
  set: z.partial(fleetRowSchema),
  /** Names of the fields that are now absent. */
  unset: z.array(z.string()),
});
export type RowUpdate = z.infer<typeof rowUpdateSchema>;

/** Names of the garden's collections that the fleet depends on. */
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
  /** Name of the collection: one of `fleetCollectionNames`, or a name from a newer build. */
  part: z.string(),
  since: instant,
  /** Reason why the collection is not watched, as reported by the watch: `forbidden`, `unreachable`, … */
  reason: z.string(),
});
/** Collection that is currently not watched, or that has never been read successfully, with the reason. */
export type FleetCollectionError = z.infer<typeof partErrorSchema>;

/** Collections that are out of date; absent if there are none. */
const parts = z.optional(z.array(partErrorSchema));

/**
 * Currency of the fleet's rows. `loading`: some collections have never been read; `parts` lists those that failed. A
 * client with older rows keeps them meanwhile, with `keptSince` as their time. Afterwards the Shoots decide between
 * `live` and `stale`, and `parts` lists the other collections that are out of date.
 */
export const fleetFreshnessSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("live"), asOf: instant, parts }),
  z.object({ state: z.literal("stale"), since: instant, reason: z.string(), parts }),
  z.object({ state: z.literal("loading"), parts, keptSince: z.optional(instant) }),
]);
export type FleetFreshness = z.infer<typeof fleetFreshnessSchema>;

/** Projects whose clusters the user may see: all, or those listed. */
export const visibleScopeSchema = z.object({
  all: z.boolean(),
  projects: z.array(
    z.object({
      name: z.string(),
      namespace: z.string(),
      description: z.optional(z.string()),
      owner: z.optional(z.string()),
      /** Whether the user owns the project or may change clusters as a member; absent if the user sees all projects. */
      mine: z.optional(z.boolean()),
    }),
  ),
  /** Projects whose Shoots could not be read although the user is a member: `may-not-list` or `no-namespace`. */
  unreadable: z.array(z.object({ name: z.string(), reason: z.string() })),
});
export type VisibleScope = z.infer<typeof visibleScopeSchema>;

/** All clusters that the user may see. */
export interface FleetSnapshot {
  /** Position in the event stream from which the stream resumes. */
  readonly cursor: string;
  readonly freshness: FleetFreshness;
  readonly scope: VisibleScope;
  readonly rows: readonly FleetRow[];
}

/** Response format version, increased when a line's meaning changes; browsers with another version have to reload. */
export const fleetFormatVersion = 1;

/** Number of rows per line: few enough that writing or reading a line does not noticeably block the event loop. */
export const rowsPerLine = 500;

/**
 * First line of the response to GET /api/fleet, which consists of lines of JSON. The rows follow as columns
 * (`columns/column.ts`), five hundred to a line. Later lines refer to the dictionaries of earlier ones.
 */
export const fleetHeaderLineSchema = z.object({
  format: z.literal(fleetFormatVersion),
  cursor: z.string(),
  freshness: fleetFreshnessSchema,
  scope: visibleScopeSchema,
  /** Number of rows in the following lines. */
  clusters: z.int(),
});
export type FleetHeaderLine = z.infer<typeof fleetHeaderLineSchema>;
