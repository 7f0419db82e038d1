import * as z from "zod/mini";
import { deliveryStates, destinationLimits, noticeDestinationSchema } from "./destinations.ts";
import { viewAddressSchema } from "./views.ts";

/** Limits of watch rules and notices per user, and ranges of the numbers that a rule may use. */
export const noticeLimits = {
  rules: 20,
  /** Most filter values and search words in all enabled rules, because each cluster is checked against all of them. */
  values: 400,
  notices: 100,
  /** Maximum number of clusters that one notice lists by name; the others are only counted. */
  lines: 10,
  name: 80,
  minutes: { least: 5, most: 1_440 },
  days: { least: 1, most: 180 },
  /** Rows say nothing about readiness for later updates. */
  readinessDays: { least: 1, most: 90 },
} as const;

const within = ({ least, most }: { readonly least: number; readonly most: number }) =>
  z.int().check(z.minimum(least), z.maximum(most));
const yes = z.literal(true);

/** Events that a watch rule reports; each is reported only if it is set. */
export const watchedEventsSchema = z.strictObject({
  /** The cluster has been unhealthy for this number of minutes. */
  unhealthy: z.exactOptional(within(noticeLimits.minutes)),
  /** A forced change is due within this number of days. */
  forced: z.exactOptional(within(noticeLimits.days)),
  /** A forced minor update is due within this number of days, and the cluster is not ready for it. */
  notReady: z.exactOptional(within(noticeLimits.readinessDays)),
  /** Change of a CloudProfile has changed the forecast. */
  forecast: z.exactOptional(yes),
  deadEnd: z.exactOptional(yes),
  /** A credential rotation waits for users. */
  rotation: z.exactOptional(yes),
  /** Version in use gets an earlier end. */
  earlierEnd: z.exactOptional(yes),
  /** Gardener does not reconcile the cluster: it is held back, or the last operation has failed. */
  held: z.exactOptional(yes),
  /** The cluster's lifetime ends within this number of days. */
  ends: z.exactOptional(within(noticeLimits.days)),
  /** A project is unused, or Gardener deletes it within this number of days if it stays unused. */
  unusedProject: z.exactOptional(within(noticeLimits.days)),
  /** Another user changes the cluster, requests an operation, starts a rotation or deletes the cluster. */
  others: z.exactOptional(yes),
  /** The garden's operators announce something about the clusters. */
  announced: z.exactOptional(yes),
  /** A maintenance with a result, a roll of nodes or a step of a rotation has ended: what it did. */
  summary: z.exactOptional(yes),
});
export type WatchedEvents = z.infer<typeof watchedEventsSchema>;
export type WatchRuleEvent = keyof WatchedEvents;
export const watchedEventNames = [
  "unhealthy",
  "forced",
  "notReady",
  "forecast",
  "deadEnd",
  "rotation",
  "earlierEnd",
  "held",
  "ends",
  "unusedProject",
  "others",
  "announced",
  "summary",
] as const satisfies readonly WatchRuleEvent[];

const someEvents = watchedEventsSchema.check(
  z.refine((events) => Object.keys(events).length > 0, "must name at least one event"),
);

const label = z.string().check(z.regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/), z.maxLength(63));
const named = z.string().check(z.trim(), z.minLength(1), z.maxLength(noticeLimits.name));
const ruleId = z.string().check(z.regex(/^[a-z0-9]{1,24}$/));
const instant = z.string().check(z.maxLength(40));

/** Subject of a rule: one cluster, or all clusters that a page's address selects. */
export const ruleSubjectSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("cluster"), project: label, name: label }),
  z.strictObject({ kind: z.literal("view"), address: viewAddressSchema }),
]);
export type RuleSubject = z.infer<typeof ruleSubjectSchema>;

/** Destinations to which a rule's notices are delivered. */
const ruleDestinations = z.exactOptional(z.array(ruleId).check(z.maxLength(destinationLimits.destinations)));

export const watchRuleSchema = z.object({
  id: ruleId,
  name: named,
  subject: ruleSubjectSchema,
  events: someEvents,
  /** Destinations of the rule's notices in addition to Almanac's notices page; none when absent. */
  to: ruleDestinations,
  /** Whether the rule is disabled, so that it reports nothing. */
  off: z.boolean(),
  /** Time at which the rule was last changed. */
  at: instant,
});
export type WatchRule = z.infer<typeof watchRuleSchema>;

const deadEndFact = {
  kind: z.literal("dead-end"),
  code: z.string(),
  /** Version of the dead end; empty if no version is known. */
  version: z.string(),
  missing: z.exactOptional(z.string()),
};
/** Name of the machine image; absent for Kubernetes, empty for an image without a name. */
const stepFact = { image: z.exactOptional(z.string()), from: z.string(), to: z.string() };

/** First forced change or dead end of a forecast, before or after it changed. */
export const forecastFactSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("nothing") }),
  z.object({ kind: z.literal("step"), ...stepFact }),
  z.object({ kind: z.literal("to"), to: z.string() }),
  z.object(deadEndFact),
]);
export type ForecastFact = z.infer<typeof forecastFactSchema>;

/** Event of a cluster as language-independent data. */
export const noticeFactSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("unhealthy"), conditions: z.array(z.string()) }),
  /** `notReady`: set if the cluster was not ready when the notice was created. */
  z.object({ kind: z.literal("forced"), ...stepFact, notReady: z.exactOptional(yes) }),
  /** A forced minor update for which the cluster is not ready. `blocks`: number of findings that prevent it. */
  z.object({ kind: z.literal("not-ready"), to: z.string(), blocks: z.int() }),
  z.object({ kind: z.literal("forecast"), now: forecastFactSchema, before: forecastFactSchema }),
  z.object(deadEndFact),
  z.object({ kind: z.literal("rotation-waits"), family: z.string() }),
  z.object({ kind: z.literal("rotation-started"), family: z.string() }),
  /** A version in use gets an earlier end. `was`: previous day of the end; absent if the version had no end. */
  z.object({ kind: z.literal("earlier-end"), version: z.string(), was: z.exactOptional(z.string()) }),
  z.object({ kind: z.literal("deletion") }),
  /** An operation was requested by annotation. Only older builds report this. */
  z.object({ kind: z.literal("operation"), operation: z.string() }),
  /** A user's action has begun. `operation`: type of the operation, as in the Shoot's status. */
  z.object({ kind: z.literal("act"), operation: z.string() }),
  /** Gardener does not reconcile the cluster. `subject`: state of the cluster, as a code of the policy core. */
  z.object({ kind: z.literal("held"), subject: z.string() }),
  z.object({ kind: z.literal("ends") }),
  /** An announcement of the garden's operators about this number of the rule's clusters, of which a notice names one. */
  z.object({ kind: z.literal("announced"), title: z.string(), clusters: z.number() }),
  /** What an operation did: `operationSummarySchema`, which is parsed where it is described. */
  z.object({ kind: z.literal("summary"), summary: z.record(z.string(), z.unknown()) }),
  /** What happens to an unused project: `unused` or `deleted`. */
  z.object({ kind: z.literal("project"), date: z.enum(["unused", "deleted"]) }),
]);
export type NoticeFact = z.infer<typeof noticeFactSchema>;

/** Cluster in a notice, or a project. */
export const noticeClusterSchema = z.object({
  project: z.string(),
  namespace: z.string(),
  /** Name of the cluster; empty if the notice is about the project itself. */
  name: z.string(),
  /** Text of the notice as formatted when it was created, for builds that do not know `fact`. */
  what: z.string(),
  /** Event of the notice as data; absent in notices from older builds. */
  fact: z.exactOptional(noticeFactSchema),
  /** Time at which the event happened or will happen. */
  at: z.exactOptional(instant),
});
export type NoticeCluster = z.infer<typeof noticeClusterSchema>;

/** Notice of one rule about one kind of event at one time. */
export const ruleNoticeSchema = z.object({
  id: ruleId,
  rule: ruleId,
  ruleName: z.string(),
  event: z.enum(watchedEventNames),
  at: instant,
  lines: z.array(noticeClusterSchema),
  /** Number of affected clusters that are not listed. */
  more: z.int(),
  read: z.boolean(),
});
export type RuleNotice = z.infer<typeof ruleNoticeSchema>;

/** Notice with its delivery state at each destination. */
export const shownNoticeSchema = z.object({
  ...ruleNoticeSchema.shape,
  deliveries: z.array(z.object({ name: z.string(), state: z.enum(deliveryStates), why: z.exactOptional(z.string()) })),
});
export type ShownNotice = z.infer<typeof shownNoticeSchema>;

/** Response of GET /api/notices: the user's watch rules and their notices, the newest first. */
export const noticesSchema = z.object({
  rules: z.array(z.object({ ...watchRuleSchema.shape, name: z.string() })),
  notices: z.array(shownNoticeSchema),
  destinations: z.array(noticeDestinationSchema),
  /** Reason why no webhook can be added. */
  noWebhooks: z.exactOptional(z.string()),
  /** E-mail address of the user for notices, or the reason why there is none. */
  email: z.exactOptional(z.object({ address: z.exactOptional(z.string()), why: z.exactOptional(z.string()) })),
  /** Number of filter values that the enabled rules use, out of the maximum per user. */
  values: z.exactOptional(z.int()),
  /** Descriptions of data that the rules do not watch, or did not watch for a while, and why. */
  unwatched: z.exactOptional(z.array(z.string())),
  /** Reason why nothing is delivered to any destination. */
  noDelivery: z.exactOptional(z.string()),
  /** Number of notices about clusters that the user can no longer see. */
  hidden: z.int(),
  /** Number of rules and notices in a format that this build does not know. They are kept unchanged. */
  unshown: z.int(),
  /** Reason why rules cannot be stored or shown. */
  unavailable: z.exactOptional(z.string()),
});
export type Notices = z.infer<typeof noticesSchema>;

/** Request of POST /api/notices: one change. `seen` is the time (`at`) of the rule version that the user saw. */
export const noticeChangeRequestSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("save"),
    name: named,
    subject: ruleSubjectSchema,
    events: someEvents,
    to: ruleDestinations,
  }),
  z.strictObject({
    kind: z.literal("change"),
    id: ruleId,
    seen: instant,
    name: z.exactOptional(named),
    events: z.exactOptional(someEvents),
    to: ruleDestinations,
    off: z.exactOptional(z.boolean()),
  }),
  z.strictObject({ kind: z.literal("delete"), id: ruleId, seen: instant }),
  z.strictObject({ kind: z.literal("read"), ids: z.array(ruleId).check(z.maxLength(noticeLimits.notices)) }),
  z.strictObject({ kind: z.literal("unread"), ids: z.array(ruleId).check(z.maxLength(noticeLimits.notices)) }),
]);
export type NoticeChangeRequest = z.infer<typeof noticeChangeRequestSchema>;
export type RuleChange = Exclude<NoticeChangeRequest, { readonly kind: "read" | "unread" }>;

/** Response with the rule as stored. */
export const noticeChangeResponseSchema = z.object({ rule: z.exactOptional(watchRuleSchema) });
