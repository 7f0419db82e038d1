import * as z from "zod/mini";
import { fieldAt, listAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** The most of each that a change of a Shoot may say: many times what anybody runs. */
export const patchLimits = { pools: 250, schedules: 100, labels: 500, annotations: 500, operations: 500 } as const;

/** A part of a change with more in it than is taken. */
interface OversizedPart {
  readonly path: readonly string[];
  readonly message: string;
}

/** The annotations that hold lists of operations, some with names of pools; each of them is judged by itself. */
const operationLists = ["gardener.cloud/operation", "maintenance.gardener.cloud/operation"] as const;

const entriesOf = (value: unknown): number => (isRecord(value) ? Object.keys(value).length : 0);

/** What of a change has too many parts: whatever looks at it looks at every one, often at each with the profile. */
function oversizedParts(patch: unknown): readonly OversizedPart[] {
  const counts: readonly (readonly [path: readonly string[], count: number, most: number, what: string])[] = [
    [["metadata", "labels"], entriesOf(fieldAt(patch, "metadata", "labels")), patchLimits.labels, "entries"],
    [
      ["metadata", "annotations"],
      entriesOf(fieldAt(patch, "metadata", "annotations")),
      patchLimits.annotations,
      "entries",
    ],
    [["spec", "provider", "workers"], lengthAt(patch, "provider", "workers"), patchLimits.pools, "pools"],
    [
      ["spec", "hibernation", "schedules"],
      lengthAt(patch, "hibernation", "schedules"),
      patchLimits.schedules,
      "schedules",
    ],
    ...operationLists.map((key) => {
      const path = ["metadata", "annotations", key];
      return [path, operationsIn(fieldAt(patch, ...path)), patchLimits.operations, "operations and pools"] as const;
    }),
  ];
  return counts.flatMap(([path, count, most, what]) =>
    count > most ? [{ path, message: `has ${count} ${what}, and at most ${most} are taken` }] : [],
  );
}

function lengthAt(patch: unknown, ...path: readonly string[]): number {
  return listAt(patch, "spec", ...path).length;
}

function operationsIn(value: unknown): number {
  return typeof value === "string" ? value.split(/[;,]/).length : 0;
}

/** What a change of a Shoot is about: for the words of the screen and for the audit line; it restricts nothing. */
export const changeSubjects = [
  "kubernetes-version",
  "pool-versions",
  "machine-images",
  "pool-settings",
  "maintenance-window",
  "auto-update",
  "auto-rotation",
  "spec-update-rollout",
  "hibernation",
  "hibernation-schedules",
  "deletion-clean-up",
  "lifetime",
  "manifest",
] as const;
export type ChangeSubject = (typeof changeSubjects)[number];

const jsonObject = z.record(z.string(), z.unknown());
const nameLists = z.array(z.string().check(z.minLength(1), z.maxLength(63))).check(z.minLength(1), z.maxLength(100));

/** A JSON merge patch (RFC 7386) of what a user may change on a Shoot: lists go as a whole, null removes. */
export const shootPatchSchema = z.strictObject({
  metadata: z.exactOptional(
    z.strictObject({
      labels: z.exactOptional(z.record(z.string(), z.nullable(z.string()))),
      annotations: z.exactOptional(z.record(z.string(), z.nullable(z.string()))),
    }),
  ),
  spec: z.exactOptional(jsonObject),
});
export type ShootPatch = z.infer<typeof shootPatchSchema>;

const limitedPatch = shootPatchSchema.check(({ value, issues }) => {
  for (const { path, message } of oversizedParts(value)) {
    issues.push({ code: "custom", input: value, path: [...path], message });
  }
});

/**
 * Everything that a person may do to one Shoot here. `operation`: by the annotation gardener.cloud/operation, or planned
 * for the next window by maintenance.gardener.cloud/operation. `unschedule` takes one part out of the latter again.
 * `delete` and `force-delete` set the confirmation that Gardener wants and, for the former, delete.
 */
export const actSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("operation"),
    /** An operation of the catalogue, without pools. */
    id: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,79}$/)),
    /** For the operations that name pools; `["*"]` for all of them. */
    pools: z.exactOptional(nameLists),
    when: z.enum(["now", "in-window"]),
  }),
  z.strictObject({ kind: z.literal("unschedule"), operation: z.string().check(z.minLength(1), z.maxLength(2_000)) }),
  z.strictObject({ kind: z.literal("change"), about: z.enum(changeSubjects), patch: limitedPatch }),
  z.strictObject({ kind: z.literal("delete") }),
  z.strictObject({ kind: z.literal("force-delete") }),
]);
export type Act = z.infer<typeof actSchema>;

const uid = z.string().check(z.minLength(1), z.maxLength(64));
const resourceVersion = z.string().check(z.regex(/^[1-9][0-9]{0,39}$/));
const instant = z.string();

/** POST /api/clusters/{project}/{name}/preview. Always of the Shoot as it is now. */
export const previewBody = z.strictObject({ act: actSchema });
export type PreviewBody = z.infer<typeof previewBody>;

/** One thing to know, in a sentence made on the server; `id` is stable, `field` is a path in the Shoot. */
const findingSchema = z.object({ id: z.string(), sentence: z.string(), field: z.exactOptional(z.string()) });
export type Finding = z.infer<typeof findingSchema>;

const rangeSchema = z.object({ least: z.number(), most: z.number() });

/** What becomes of one pool. Numbers are an estimate; `assumptions` say of what. */
const poolEffectSchema = z.object({
  name: z.string(),
  /** A PoolImpactKind of lib/policy/changes, `rejected`, `hibernated` or `wokenUp`. */
  effect: z.string(),
  sentence: z.string(),
  /** What brings it about, in words. */
  triggers: z.array(z.string()),
  rollout: z.exactOptional(
    z.object({
      strategy: z.string(),
      nodes: rangeSchema,
      surge: z.number(),
      unavailable: z.number(),
      waves: rangeSchema,
      seconds: rangeSchema,
      /** What it comes to with the most nodes, where each joins as fast as is typical. */
      usualSeconds: z.number(),
      assumptions: z.array(z.string()),
    }),
  ),
});
export type PoolEffect = z.infer<typeof poolEffectSchema>;

/**
 * A field that differs afterwards; without a value it is not set. `garden`: nobody asked for it, the API server's dry run
 * shows it. Items of a list are named where they have names: `spec.provider.workers[data].maximum`.
 */
const fieldChangeSchema = z.object({
  path: z.string(),
  before: z.exactOptional(z.unknown()),
  after: z.exactOptional(z.unknown()),
  by: z.enum(["request", "garden"]),
});
export type FieldChange = z.infer<typeof fieldChangeSchema>;

const checkSchema = z.object({
  id: z.string(),
  verdict: z.enum(["pass", "warn", "block", "unknown"]),
  sentence: z.string(),
  /** The garden itself would refuse; otherwise it is our advice. */
  enforced: z.boolean(),
});
export type ActCheck = z.infer<typeof checkSchema>;

const requestStepSchema = z.object({
  verb: z.enum(["patch", "delete"]),
  /** The merge patch, without what binds it to a version. */
  body: z.exactOptional(jsonObject),
  kubectl: z.string(),
});

/** How much a person has to do before it is sent: ux tiers 1 to 3, and the two of the highest. */
export const frictionTiers = ["popover", "dialog", "typed-name", "typed-act"] as const;
export type FrictionTier = (typeof frictionTiers)[number];

/**
 * What an act would do, before anything is written: made from one version of the Shoot, and good for that one only.
 * Sections stand in the order of the screen.
 */
export const actPreviewSchema = z.object({
  uid: z.string(),
  resourceVersion: z.string(),
  checkedAt: instant,
  /** Who is asked for what: `Update control plane 1.33.4 to 1.34.3 now; …`. */
  sentence: z.string(),
  /** `deny`: not possible now; `hide`: makes no sense here; `latent`: it would be taken, and nothing happens. */
  decision: z.enum(["allow", "caution", "latent", "deny", "hide"]),
  reasons: z.array(findingSchema),
  hints: z.array(findingSchema),
  when: z.object({
    at: z.enum(["now", "maintenance-window"]),
    /** The next maintenance window, where one is known. */
    window: z.exactOptional(z.object({ from: instant, to: instant })),
    notes: z.array(findingSchema),
  }),
  pools: z.array(poolEffectSchema),
  changes: z.array(fieldChangeSchema),
  checks: z.array(checkSchema),
  afterwards: z.array(findingSchema),
  request: z.array(requestStepSchema),
  dryRun: z.object({
    verdict: z.enum(["accepted", "refused", "not-run"]),
    /** Why it was not run, or the API server's own words, of at most 600 characters. */
    message: z.exactOptional(z.string()),
    /** All of its words, verbatim, where `message` or `causes` leave something out. */
    whole: z.exactOptional(z.string()),
    causes: z.array(z.object({ field: z.string(), message: z.string() })),
    warnings: z.array(z.string()),
    /** Warnings that come with almost every write to this cluster, because of what is set in it already. */
    standing: z.array(z.string()),
  }),
  friction: z.object({
    tier: z.enum(frictionTiers),
    /** One tick each. */
    consequences: z.array(findingSchema),
    /** What has to be typed, exactly but for blanks around it. */
    phrase: z.exactOptional(z.string()),
  }),
  /** Names this preview in the confirmation and in the audit log. */
  hash: z.string(),
});
export type ActPreview = z.infer<typeof actPreviewSchema>;

/** POST /api/clusters/{project}/{name}/operations: the confirmed preview, nothing else. */
export const actBody = z.strictObject({
  act: actSchema,
  uid,
  resourceVersion,
  previewHash: z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/)),
});
export type ActBody = z.infer<typeof actBody>;

/** 202: the garden has taken the request. It says nothing about what Gardener will make of it. */
export const actAcceptedSchema = z.object({
  requestedAt: instant,
  resourceVersion: z.string(),
  generation: z.optional(z.int()),
  /** The whole value of gardener.cloud/operation after the request, where it has one. */
  annotation: z.exactOptional(z.string()),
  warnings: z.array(z.string()),
  /** What undoes the change, where the way back is known exactly. */
  reverse: z.exactOptional(actSchema),
});
export type ActAccepted = z.infer<typeof actAcceptedSchema>;
