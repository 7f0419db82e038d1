import * as z from "zod/mini";

const instant = z.string();
const text = z.string();
const pools = z.array(z.string());

const causeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("maintenance") }),
  z.object({ kind: z.literal("rotation") }),
  z.object({ kind: z.literal("change"), by: z.string() }),
  z.object({ kind: z.literal("unknown") }),
]);

const changeSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("version"),
    pools: z.exactOptional(pools),
    image: z.exactOptional(z.string()),
    from: z.exactOptional(z.string()),
    to: z.string(),
    forced: z.boolean(),
  }),
  z.object({
    kind: z.literal("field"),
    field: z.string(),
    effect: z.enum(["removed", "replaced", "moved", "changed"]),
  }),
  z.object({ kind: z.literal("rotation"), family: z.string(), step: z.exactOptional(z.string()) }),
  z.object({ kind: z.literal("text"), said: text }),
]);

const outcomeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("done") }),
  z.object({ kind: z.literal("failed"), codes: z.array(z.string()) }),
  z.object({ kind: z.literal("refused") }),
  z.object({ kind: z.literal("under-way") }),
  z.object({ kind: z.literal("unseen"), failed: z.boolean() }),
]);

const taskSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("rotation"), family: z.string(), wait: z.string(), pools }),
  z.object({ kind: z.literal("in-place"), pools }),
  z.object({ kind: z.literal("rollout"), pools }),
  z.object({ kind: z.literal("pool-behind"), pools, version: z.string() }),
]);

/** What a maintenance run, a roll or a rotation did: `OperationSummary` of the policy core, whose codes may be newer. */
export const operationSummarySchema = z.object({
  cause: causeSchema,
  changes: z.array(changeSchema),
  pools: z.array(
    z.object({ impact: z.string(), triggers: z.array(z.string()), pools, nodes: z.exactOptional(z.int()) }),
  ),
  outcome: outcomeSchema,
  failures: z.array(text),
  begunAt: z.exactOptional(instant),
  endedAt: z.exactOptional(instant),
  tasks: z.array(taskSchema),
  alsoBy: z.exactOptional(z.array(z.string())),
  hasFailedBefore: z.exactOptional(z.literal(true)),
  firstSeenAt: z.exactOptional(instant),
});
export type OperationSummary = z.infer<typeof operationSummarySchema>;
