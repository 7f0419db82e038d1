import * as z from "zod/mini";
import { deliveryStates, destinationLimits, destinationSchema } from "./destinations.ts";
import { viewAddressSchema } from "./views.ts";

/** How much one person may keep, and what a rule may ask for. */
export const noticeLimits = {
  rules: 20,
  /** Values and words in the filters of all rules that are on: every cluster is held against every one. */
  values: 400,
  notices: 100,
  /** Clusters that one notice names; of more it says how many. */
  lines: 10,
  name: 80,
  minutes: { least: 5, most: 1_440 },
  days: { least: 1, most: 180 },
} as const;

const within = ({ least, most }: { readonly least: number; readonly most: number }) =>
  z.int().check(z.minimum(least), z.maximum(most));
const yes = z.literal(true);

/** What a rule tells of, each only where it is asked for. */
export const watchedEventsSchema = z.strictObject({
  /** A cluster is unhealthy for longer than so many minutes. */
  unhealthy: z.exactOptional(within(noticeLimits.minutes)),
  /** A forced change comes within so many days. */
  forced: z.exactOptional(within(noticeLimits.days)),
  /** A change of a CloudProfile has made the forecast another one. */
  forecast: z.exactOptional(yes),
  deadEnd: z.exactOptional(yes),
  /** A rotation waits for people. */
  rotation: z.exactOptional(yes),
  /** A version in use gets an earlier end. */
  earlierEnd: z.exactOptional(yes),
  /** Gardener does nothing to the cluster: it is held back, or has failed. */
  held: z.exactOptional(yes),
  /** Its lifetime ends within so many days. */
  ends: z.exactOptional(within(noticeLimits.days)),
  /** Somebody else changes the cluster, requests an operation, starts a rotation or deletes it. */
  others: z.exactOptional(yes),
});
export type WatchedEvents = z.infer<typeof watchedEventsSchema>;
export type WatchedEvent = keyof WatchedEvents;
export const watchedEventNames = [
  "unhealthy",
  "forced",
  "forecast",
  "deadEnd",
  "rotation",
  "earlierEnd",
  "held",
  "ends",
  "others",
] as const satisfies readonly WatchedEvent[];

const someEvents = watchedEventsSchema.check(
  z.refine((events) => Object.keys(events).length > 0, "must name at least one event"),
);

const label = z.string().check(z.regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/), z.maxLength(63));
const named = z.string().check(z.trim(), z.minLength(1), z.maxLength(noticeLimits.name));
const ruleId = z.string().check(z.regex(/^[a-z0-9]{1,24}$/));
const instant = z.string().check(z.maxLength(40));

/** What a rule watches: one cluster, or all that a page's address asks for. */
export const ruleSubjectSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("cluster"), project: label, name: label }),
  z.strictObject({ kind: z.literal("view"), address: viewAddressSchema }),
]);
export type RuleSubject = z.infer<typeof ruleSubjectSchema>;

/** The destinations that a rule's notices are delivered to. */
const ruleDestinations = z.exactOptional(z.array(ruleId).check(z.maxLength(destinationLimits.destinations)));

export const watchRuleSchema = z.object({
  id: ruleId,
  name: named,
  subject: ruleSubjectSchema,
  events: someEvents,
  /** Where its notices go beside the bell; nowhere, where it says nothing. */
  to: ruleDestinations,
  /** It tells nothing while it is off. */
  off: z.boolean(),
  /** When it was written last. */
  at: instant,
});
export type WatchRule = z.infer<typeof watchRuleSchema>;

const deadEndFact = {
  kind: z.literal("dead-end"),
  code: z.string(),
  /** `""` where none is named. */
  version: z.string(),
  missing: z.exactOptional(z.string()),
};
/** `image`: absent for Kubernetes, `""` for one without a name. */
const stepFact = { image: z.exactOptional(z.string()), from: z.string(), to: z.string() };

/** What a forecast says first, or said before. */
export const foreseenFactSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("nothing") }),
  z.object({ kind: z.literal("step"), ...stepFact }),
  z.object({ kind: z.literal("to"), to: z.string() }),
  z.object(deadEndFact),
]);
export type ForeseenFact = z.infer<typeof foreseenFactSchema>;

/** What is told of a cluster, before it is said in any language. */
export const noticeFactSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("unhealthy"), conditions: z.array(z.string()) }),
  z.object({ kind: z.literal("forced"), ...stepFact }),
  z.object({ kind: z.literal("forecast"), now: foreseenFactSchema, before: foreseenFactSchema }),
  z.object(deadEndFact),
  z.object({ kind: z.literal("rotation-waits"), family: z.string() }),
  z.object({ kind: z.literal("rotation-started"), family: z.string() }),
  /** `was`: the day; absent when it had no end. */
  z.object({ kind: z.literal("earlier-end"), version: z.string(), was: z.exactOptional(z.string()) }),
  z.object({ kind: z.literal("deletion") }),
  /** What older builds told of an annotation. */
  z.object({ kind: z.literal("operation"), operation: z.string() }),
  /** `operation`: the type of what began, as the wire has it. */
  z.object({ kind: z.literal("act"), operation: z.string() }),
  /** `subject`: what its sentence is about, in the words of the policy core. */
  z.object({ kind: z.literal("held"), subject: z.string() }),
  z.object({ kind: z.literal("ends") }),
]);
export type NoticeFact = z.infer<typeof noticeFactSchema>;

/** One cluster of a notice. */
export const noticeLineSchema = z.object({
  project: z.string(),
  namespace: z.string(),
  name: z.string(),
  /** In the words of the moment in which it was told: for builds that do not know `fact`. */
  what: z.string(),
  /** Absent from what older builds have told. */
  fact: z.exactOptional(noticeFactSchema),
  /** Since when it is so, or when it will be. */
  at: z.exactOptional(instant),
});
export type NoticeLine = z.infer<typeof noticeLineSchema>;

/** What one rule had to tell of one kind of event at one time. */
export const ruleNoticeSchema = z.object({
  id: ruleId,
  rule: ruleId,
  ruleName: z.string(),
  event: z.enum(watchedEventNames),
  at: instant,
  lines: z.array(noticeLineSchema),
  /** Clusters that are not named. */
  more: z.int(),
  read: z.boolean(),
});
export type RuleNotice = z.infer<typeof ruleNoticeSchema>;

/** A notice, and what became of it at each destination. */
export const shownNoticeSchema = z.object({
  ...ruleNoticeSchema.shape,
  deliveries: z.array(z.object({ name: z.string(), state: z.enum(deliveryStates), why: z.exactOptional(z.string()) })),
});
export type ShownNotice = z.infer<typeof shownNoticeSchema>;

/** GET /api/notices: the caller's own rules and what they told, the newest first. */
export const noticesSchema = z.object({
  rules: z.array(z.object({ ...watchRuleSchema.shape, name: z.string() })),
  notices: z.array(shownNoticeSchema),
  destinations: z.array(destinationSchema),
  /** Why no webhook can be added. */
  noWebhooks: z.exactOptional(z.string()),
  /** The address that the caller can have mails sent to, or why there is none. */
  email: z.exactOptional(z.object({ address: z.exactOptional(z.string()), why: z.exactOptional(z.string()) })),
  /** How many values the rules that are on ask for, of as many as one person may. */
  values: z.exactOptional(z.int()),
  /** What the rules do not watch for, or have not for a while, and why. */
  unwatched: z.exactOptional(z.array(z.string())),
  /** Why nothing is delivered to any destination. */
  noDelivery: z.exactOptional(z.string()),
  /** Notices of clusters that the caller does not see any more. */
  hidden: z.int(),
  /** Rules and notices of a form that this build does not know. They stay as they are. */
  unshown: z.int(),
  /** Why rules cannot be kept or shown. */
  unavailable: z.exactOptional(z.string()),
});
export type Notices = z.infer<typeof noticesSchema>;

/** POST /api/notices: one change. `seen` is when the rule that the person looked at was written. */
export const noticeChangeSchema = z.discriminatedUnion("kind", [
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
export type NoticeChange = z.infer<typeof noticeChangeSchema>;
export type RuleChange = Exclude<NoticeChange, { readonly kind: "read" | "unread" }>;

/** The rule that was written. */
export const noticeChangedSchema = z.object({ rule: z.exactOptional(watchRuleSchema) });
