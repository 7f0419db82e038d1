import * as z from "zod/mini";

/** Maximum number of freeze periods of a project, of their names in characters, and of their length in days. */
export const freezeLimits = { freezes: 50, name: 80, days: 366 } as const;

const named = z.string().check(z.trim(), z.minLength(1), z.maxLength(freezeLimits.name));
const freezeId = z.string().check(z.regex(/^[a-z0-9]{1,24}$/));
const project = z.string().check(z.regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/), z.maxLength(63));
/** Instant in RFC 3339 with its offset. Not `z.iso`, which every page would load. */
const instant = z.string().check(z.maxLength(40));

/**
 * Period in which the team of a project wants no changes of its clusters, as stored: from `from` until before `until`.
 * `by` and `at`: who changed it last, and when.
 */
export const storedFreezeSchema = z.object({
  id: freezeId,
  name: named,
  from: instant,
  until: instant,
  by: z.string().check(z.maxLength(512)),
  at: instant,
});

/** Freeze period as shown: invisible characters are replaced by their names, so texts may be longer than stored. */
export const freezeSchema = z.object({ ...storedFreezeSchema.shape, name: z.string(), by: z.string() });
export type Freeze = z.infer<typeof freezeSchema>;

const projectFreezesSchema = z.object({
  project: z.string(),
  freezes: z.array(freezeSchema),
  /** Number of stored periods that this build cannot read or that exceed the maximum. They are kept unchanged. */
  unshown: z.number(),
  /** Reason why the periods cannot be shown. */
  unavailable: z.exactOptional(z.string()),
});
export type ProjectFreezes = z.infer<typeof projectFreezesSchema>;

/**
 * Response of GET /api/freezes: the freeze periods of all projects that the user sees and that have some; of
 * GET /api/freezes?project=…: those of one project.
 */
export const freezesSchema = z.object({
  projects: z.array(projectFreezesSchema),
  /** Names of projects whose periods the user is not allowed to read. */
  forbidden: z.array(z.string()),
  /** Number of projects whose periods were not read: too many, or the garden did not answer in time. */
  beyond: z.number(),
  /** Whether the user may change the periods of the project in the query; absent without one. */
  mayWrite: z.exactOptional(z.boolean()),
});
export type Freezes = z.infer<typeof freezesSchema>;

const contents = { name: named, from: instant, until: instant };

/**
 * Request of POST /api/freezes: one change. `seen` is the time of the version that the user saw, so that nobody
 * overwrites another user's change by mistake.
 */
export const freezeChangeRequestSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("save"), project, ...contents }),
  z.strictObject({ kind: z.literal("change"), project, id: freezeId, seen: instant, ...contents }),
  z.strictObject({ kind: z.literal("delete"), project, id: freezeId, seen: instant }),
]);
export type FreezeChangeRequest = z.infer<typeof freezeChangeRequestSchema>;

/** Response with the freeze period as stored. */
export const freezeChangeResponseSchema = z.object({ freeze: z.exactOptional(freezeSchema) });
