import * as z from "zod/mini";
import { fieldAt, listAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** Maximum number of entries of each kind in a change of a Shoot, far above what real Shoots have. */
export const patchLimits = { pools: 250, schedules: 100, labels: 500, annotations: 500, operations: 500 } as const;

/** List or map in a change that has more entries than are accepted. */
interface OversizedPart {
  readonly path: readonly string[];
  readonly message: string;
}

/** Annotations that list operations, some with pool names; each operation is checked separately. */
const operationLists = ["gardener.cloud/operation", "maintenance.gardener.cloud/operation"] as const;

const entriesOf = (value: unknown): number => (isRecord(value) ? Object.keys(value).length : 0);

/** Parts of a change with too many entries: checks visit every entry and often compare it with the whole profile. */
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

/** Subjects of a change to a Shoot. They determine the texts on pages and in the audit log; they restrict nothing. */
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
  "credentials-binding",
  "seed",
  "manifest",
] as const;
export type ChangeSubject = (typeof changeSubjects)[number];

const jsonObject = z.record(z.string(), z.unknown());
const nameLists = z.array(z.string().check(z.minLength(1), z.maxLength(63))).check(z.minLength(1), z.maxLength(100));

/** JSON merge patch (RFC 7386) of user-editable Shoot fields: lists are replaced completely, null removes a field. */
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
 * Every action that a user can request for one Shoot. `operation` sets the annotation gardener.cloud/operation, or, for
 * the next maintenance window, maintenance.gardener.cloud/operation; `unschedule` removes one operation of the latter.
 * `delete` and `force-delete` set the confirmation that Gardener requires; `delete` also deletes the Shoot.
 */
export const actSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("operation"),
    /** Operation id from the catalogue, without pool names. */
    id: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,79}$/)),
    /** Names of the pools to which the operation applies; `["*"]` for all pools. */
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

/** POST /api/clusters/{project}/{name}/preview: always previews the Shoot's current state. */
export const previewRequestSchema = z.strictObject({ act: actSchema });
export type ActPreviewRequest = z.infer<typeof previewRequestSchema>;

/** Preview finding. `sentence` is in the user's language, `id` is independent of it, `field` is a path in the Shoot. */
const findingSchema = z.object({ id: z.string(), sentence: z.string(), field: z.exactOptional(z.string()) });
export type ActFinding = z.infer<typeof findingSchema>;

const rangeSchema = z.object({ least: z.number(), most: z.number() });

/** Effect of an action on one pool. Numbers are estimates; `assumptions` lists their assumptions. */
const poolEffectSchema = z.object({
  name: z.string(),
  /** Code of the effect: a PoolImpactKind of lib/policy/changes, `rejected`, `hibernated` or `wokenUp`. */
  effect: z.string(),
  sentence: z.string(),
  /** Descriptions of the causes of the effect. */
  triggers: z.array(z.string()),
  rollout: z.exactOptional(
    z.object({
      strategy: z.string(),
      nodes: rangeSchema,
      surge: z.number(),
      unavailable: z.number(),
      waves: rangeSchema,
      seconds: rangeSchema,
      /** Estimated duration in seconds with the maximum number of nodes, if each node joins at the typical speed. */
      usualSeconds: z.number(),
      assumptions: z.array(z.string()),
    }),
  ),
});
export type PoolEffect = z.infer<typeof poolEffectSchema>;

/**
 * Field that differs after the action; an absent value means that the field is not set. `garden`: the change is not
 * part of the request, but the API server's dry run reports it. List items are addressed by name where they have one:
 * `spec.provider.workers[data].maximum`.
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
  /** Whether the garden itself would refuse; if false, the check is only advice of Almanac. */
  enforced: z.boolean(),
});
export type ActCheck = z.infer<typeof checkSchema>;

const requestStepSchema = z.object({
  /**
   * `create` makes another object that the Shoot is to refer to; the others concern the Shoot itself. `bind` replaces it
   * through its subresource `binding`.
   */
  verb: z.enum(["create", "patch", "delete", "bind"]),
  /** Object to create, changed fields of `bind`, or JSON merge patch without the uid and resourceVersion that bind it to a version of the object. */
  body: z.exactOptional(jsonObject),
  kubectl: z.string(),
});

/** Levels of confirmation that an action may require before it is sent, from a popover to typing the action. */
export const confirmationTiers = ["popover", "dialog", "typed-name", "typed-act"] as const;
export type ConfirmationTier = (typeof confirmationTiers)[number];

/**
 * Preview of an action before anything is written. It is computed from one version of the Shoot and valid for that
 * version only. Fields are in the order of the page.
 */
export const actPreviewSchema = z.object({
  uid: z.string(),
  resourceVersion: z.string(),
  checkedAt: instant,
  /** Description of the action in one sentence: `Update control plane 1.33.4 to 1.34.3 now; …`. */
  sentence: z.string(),
  /** Decision about the action. `deny`: not possible now; `hide`: makes no sense; `latent`: accepted without effect. */
  decision: z.enum(["allow", "caution", "latent", "deny", "hide"]),
  reasons: z.array(findingSchema),
  hints: z.array(findingSchema),
  when: z.object({
    /** `seed-ready`: as soon as the Seed to which the control plane moves can take it. */
    at: z.enum(["now", "maintenance-window", "seed-ready"]),
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
    /** Reason why no dry run was made, or the API server's message, cut to 600 characters. */
    message: z.exactOptional(z.string()),
    /** Complete message of the API server, verbatim, if `message` or `causes` leave something out. */
    whole: z.exactOptional(z.string()),
    causes: z.array(z.object({ field: z.string(), message: z.string() })),
    warnings: z.array(z.string()),
    /** Warnings that the API server returns on almost every write to this cluster, because of its existing settings. */
    standing: z.array(z.string()),
  }),
  friction: z.object({
    tier: z.enum(confirmationTiers),
    /** Consequences that the user has to confirm, with one checkbox each. */
    consequences: z.array(findingSchema),
    /** Phrase that the user has to type exactly, apart from surrounding whitespace. */
    phrase: z.exactOptional(z.string()),
  }),
  /** Identifies this preview in the confirmation and in the audit log. */
  hash: z.string(),
});
export type ActPreview = z.infer<typeof actPreviewSchema>;

/** Request of POST /api/clusters/{project}/{name}/operations: confirms a preview. It carries nothing else. */
export const confirmActRequestSchema = z.strictObject({
  act: actSchema,
  uid,
  resourceVersion,
  previewHash: z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/)),
});
export type ConfirmActRequest = z.infer<typeof confirmActRequestSchema>;

/** Response with status 202: the garden has accepted the request. Whether Gardener executes it is not known yet. */
export const confirmActResponseSchema = z.object({
  requestedAt: instant,
  resourceVersion: z.string(),
  generation: z.optional(z.int()),
  /** Complete value of gardener.cloud/operation after the request, when set. */
  annotation: z.exactOptional(z.string()),
  warnings: z.array(z.string()),
  /** Action that reverts the change, if an exact one is known. */
  reverse: z.exactOptional(actSchema),
});
export type ConfirmActResponse = z.infer<typeof confirmActResponseSchema>;
