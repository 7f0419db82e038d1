import * as z from "zod/mini";

/** How much one person may keep. */
export const destinationLimits = { destinations: 5, name: 80, url: 2_000 } as const;

/** In which form a webhook takes what is sent: Almanac's own, or that of a chat. */
export const webhookShapes = ["json", "slack", "teams"] as const;
export type WebhookShape = (typeof webhookShapes)[number];

const named = z.string().check(z.trim(), z.minLength(1), z.maxLength(destinationLimits.name));
const destinationId = z.string().check(z.regex(/^[a-z0-9]{1,24}$/));
const instant = z.string().check(z.maxLength(40));
const url = z.string().check(z.trim(), z.minLength(1), z.maxLength(destinationLimits.url));

/** At once, or all of a day at an hour by the clocks of a place. */
export const deliveryTimeSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("at-once") }),
  z.strictObject({
    kind: z.literal("daily"),
    hour: z.int().check(z.minimum(0), z.maximum(23)),
    zone: z.string().check(z.minLength(1), z.maxLength(64)),
  }),
]);
export type DeliveryTime = z.infer<typeof deliveryTimeSchema>;

/** How it stands with a destination. */
export const destinationStandingSchema = z.object({
  /** When something was delivered last. */
  deliveredAt: z.exactOptional(instant),
  /** It does not take what is sent, and is tried again. */
  failure: z.exactOptional(z.object({ tries: z.int(), since: instant, next: instant, why: z.string() })),
  /** Notices that were given up, and when the last one was. */
  lost: z.exactOptional(z.object({ count: z.int(), at: instant, why: z.string() })),
});
export type DestinationStanding = z.infer<typeof destinationStandingSchema>;

const shown = {
  id: destinationId,
  name: z.string(),
  when: deliveryTimeSchema,
  /** When it was written last. */
  at: instant,
  /** Notices that wait to be delivered there. */
  waiting: z.int(),
  standing: destinationStandingSchema,
};

/** As it is shown: of the address of a webhook only its host, for the rest may be what admits to it. */
export const destinationSchema = z.discriminatedUnion("kind", [
  z.object({ ...shown, kind: z.literal("webhook"), shape: z.enum(webhookShapes), host: z.string() }),
  z.object({ ...shown, kind: z.literal("email"), address: z.string() }),
]);
export type Destination = z.infer<typeof destinationSchema>;

/** POST /api/notices/destinations: one change. `seen` is when the destination that the person looked at was written. */
export const destinationChangeSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("add-webhook"),
    name: named,
    shape: z.enum(webhookShapes),
    url,
    when: z.exactOptional(deliveryTimeSchema),
  }),
  /** Where mails go nobody chooses: to the address of whoever asks. */
  z.strictObject({ kind: z.literal("add-email"), name: named, when: z.exactOptional(deliveryTimeSchema) }),
  z.strictObject({
    kind: z.literal("change"),
    id: destinationId,
    seen: instant,
    name: z.exactOptional(named),
    when: z.exactOptional(deliveryTimeSchema),
    shape: z.exactOptional(z.enum(webhookShapes)),
    url: z.exactOptional(url),
    /** Makes another secret: the one of before signs nothing any more. */
    newSecret: z.exactOptional(z.literal(true)),
  }),
  z.strictObject({ kind: z.literal("delete"), id: destinationId, seen: instant }),
  z.strictObject({ kind: z.literal("test"), id: destinationId }),
]);
export type DestinationChange = z.infer<typeof destinationChangeSchema>;

/** What came of a change. */
export const destinationChangedSchema = z.object({
  id: destinationId,
  /** What receivers check signatures with: told this once. */
  secret: z.exactOptional(z.string()),
  /** What was seen of a test. */
  test: z.exactOptional(z.object({ delivered: z.boolean(), words: z.string() })),
});
export type DestinationChanged = z.infer<typeof destinationChangedSchema>;

/** Whether a notice has reached a destination of its rule. */
export const deliveryStates = ["waiting", "delivered", "lost", "withheld"] as const;
export type DeliveryState = (typeof deliveryStates)[number];
