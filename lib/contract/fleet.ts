import * as z from "zod/mini";
import { rowForecastSchema } from "./forecast.ts";

const instant = z.string();

export const healthStatuses = ["healthy", "progressing", "unknown", "unhealthy"] as const;

/** One condition or constraint that is not fine, or one condition in full; `status` may be newer than this build. */
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

/** In the words of the policy core (`lib/policy/next`), each of which may be newer than this build. */
export const nextSummarySchema = z.object({
  subject: z.string(),
  turn: z.string(),
  /** What does not happen because Gardener is held back. */
  waiting: z.optional(z.string()),
  /** When the change was written that is about to be rolled out: it may come to be one that nobody takes up. */
  since: z.optional(instant),
  /** What else has to be known, as codes. */
  notes: z.optional(z.array(z.string())),
});

/** The version of a lane and its classification today in the effective CloudProfile. */
export const versionSummarySchema = z.object({
  version: z.string(),
  /** A classification, `unclassified`, `not-in-profile`, or `unknown` when the profile cannot be read. */
  classification: z.string(),
  expiresAt: z.optional(instant),
});
export type VersionSummary = z.infer<typeof versionSummarySchema>;

export const imageSummarySchema = z.extend(versionSummarySchema, { name: z.string(), pools: z.array(z.string()) });

/** A rotation that is under way. */
const rotationSummarySchema = z.object({
  family: z.string(),
  /** As the wire has it. */
  phase: z.string(),
  since: z.optional(instant),
  /** What it wants of its people; absent while it is Gardener's turn. */
  wait: z.optional(z.string()),
  /** Pools that have not been rolled yet. */
  pools: z.optional(z.array(z.string())),
});
export type RotationSummary = z.infer<typeof rotationSummarySchema>;

/** One line of the fleet: what lists, filters and the live stream need of one Shoot. */
export const fleetRowSchema = z.object({
  uid: z.string(),
  namespace: z.string(),
  project: z.string(),
  name: z.string(),
  resourceVersion: z.string(),
  createdAt: z.optional(instant),
  /** Who created it: the annotation gardener.cloud/created-by. */
  createdBy: z.optional(z.string()),
  /** On the Seed, in logs, alerts and at the cloud provider; absent where it is `shoot--project--name`. */
  technicalId: z.optional(z.string()),
  deletionRequestedAt: z.optional(instant),
  purpose: z.optional(z.string()),
  provider: z.string(),
  region: z.optional(z.string()),
  seed: z.optional(z.string()),
  profile: z.optional(z.object({ kind: z.string(), name: z.string() })),
  labels: z.optional(z.record(z.string(), z.string())),

  health: z.enum(healthStatuses),
  /** Since when a condition is False, the first of those that are. */
  unhealthySince: z.optional(instant),
  /** The health label that Gardener wrote on the object, when it differs from ours or is newer than this build. */
  healthLabel: z.optional(z.string()),
  /** What Gardener does next: what the sentence about the cluster is about, whose turn it is, and what waits. */
  next: nextSummarySchema,
  /** When its lifetime ends: Gardener deletes it then, or up to an hour later. */
  endsAt: z.optional(instant),
  hibernated: z.boolean(),
  hibernationEnabled: z.boolean(),
  lastOperation: z.optional(lastOperationSummarySchema),
  /** Union of the codes of lastErrors and of conditions that are not True. */
  errorCodes: z.array(z.string()),
  /** Who has to mend it, the person nearest to the user first; absent when nothing is wrong or nobody is named. */
  fixer: z.optional(z.enum(["user", "provider", "operator", "gardener"])),
  conditions: z.array(conditionSummarySchema),
  constraints: z.array(conditionSummarySchema),
  /** How many conditions and constraints are False, Unknown or newer than this build. */
  findings: z.int(),
  /** The pending value of the annotation gardener.cloud/operation, verbatim. */
  pendingOperation: z.optional(z.string()),
  /** What is planned for the next window: the annotation maintenance.gardener.cloud/operation, verbatim. */
  scheduledOperation: z.optional(z.string()),
  /** Grows with what Gardener has to take up: a change of the specification, an operation, a deletion. */
  shootGeneration: z.optional(z.int()),
  /** Whoever changed the specification or asked for an operation last was not Gardener; absent where that is not known. */
  writtenBySomebody: z.optional(z.boolean()),
  /** False while the garden has accepted a change that gardenlet has not seen yet. */
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
  /** When each family of credentials was renewed last; one that is missing is as old as the cluster. */
  rotatedAt: z.optional(z.record(z.string(), instant)),
  /** What will become of its versions; absent only on rows that no fleet made. */
  forecast: z.optional(rowForecastSchema),
  gardenerVersion: z.optional(z.string()),
  /** What could not be read of the object, as codes: `no-version`, `too-deep`, `too-large` with its bytes. */
  unreadable: z.optional(z.array(z.string())),
});
export type FleetRow = z.infer<typeof fleetRowSchema>;

/** What is not as it was of a row that the reader has, each field with its value now: hearing it twice changes nothing. */
export const rowUpdateSchema = z.object({
  uid: z.string(),
  set: z.partial(fleetRowSchema),
  /** Fields that it has no more. */
  unset: z.array(z.string()),
});
export type RowUpdate = z.infer<typeof rowUpdateSchema>;

/** The collections of the garden that the fleet rests on. */
export const fleetPartNames = [
  "Shoots",
  "Projects",
  "CloudProfiles",
  "NamespacedCloudProfiles",
  "RoleBindings",
  "Seeds",
] as const;
export type FleetPartName = (typeof fleetPartNames)[number];

const partFaultSchema = z.object({
  /** One of `fleetPartNames`, or one of a newer build. */
  part: z.string(),
  since: instant,
  /** Why the garden is not heard, as the watch names it: `forbidden`, `unreachable`, … */
  reason: z.string(),
});
/** A part that is not followed now, or that could not be read at all so far. */
export type PartFault = z.infer<typeof partFaultSchema>;

/** Absent when nothing is wrong. */
const parts = z.optional(z.array(partFaultSchema));

/**
 * How far the rows can be trusted right now. Until every part was read once, nothing is known: `loading`, with the parts
 * that have failed so far. Whoever has rows that were read before keeps them meanwhile, and is told since when:
 * `keptSince`. From then on the Shoots decide between `live` and `stale`, and `parts` names what else the garden does not
 * tell any more.
 */
export const freshnessSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("live"), asOf: instant, parts }),
  z.object({ state: z.literal("stale"), since: instant, reason: z.string(), parts }),
  z.object({ state: z.literal("loading"), parts, keptSince: z.optional(instant) }),
]);
export type Freshness = z.infer<typeof freshnessSchema>;

/** What the user may see: all projects, or those named. */
export const scopeSchema = z.object({
  all: z.boolean(),
  projects: z.array(
    z.object({
      name: z.string(),
      namespace: z.string(),
      description: z.optional(z.string()),
      owner: z.optional(z.string()),
      /** The user owns it, or is a member who may change its clusters. Not said to whoever sees all projects. */
      mine: z.optional(z.boolean()),
    }),
  ),
  /** Projects that the user is a member of but whose Shoots could not be read: `may-not-list` or `no-namespace`. */
  unreadable: z.array(z.object({ name: z.string(), reason: z.string() })),
});
export type Scope = z.infer<typeof scopeSchema>;

/** All that the user may see. */
export interface FleetSnapshot {
  /** What the stream resumes from. */
  readonly cursor: string;
  readonly freshness: Freshness;
  readonly scope: Scope;
  readonly rows: readonly FleetRow[];
}

/** Raised whenever a line's meaning changes; a browser that meets another number has to load the page anew. */
export const fleetFormat = 1;

/** Few enough to be written, or read, within a turn of the page. */
export const rowsInLine = 500;

/**
 * GET /api/fleet: lines of JSON. This is the first; the rows follow as columns (`columns/column.ts`), five hundred to a
 * line: what a column's dictionary held in one line, the next ones refer to.
 */
export const fleetHeadSchema = z.object({
  format: z.literal(fleetFormat),
  cursor: z.string(),
  freshness: freshnessSchema,
  scope: scopeSchema,
  /** How many rows follow. */
  clusters: z.int(),
});
export type FleetHead = z.infer<typeof fleetHeadSchema>;
