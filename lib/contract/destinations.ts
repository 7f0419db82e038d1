import * as z from "zod/mini";

/** Maximum number of notice destinations per user, and maximum lengths of their texts in characters. */
export const destinationLimits = { destinations: 5, name: 80, url: 2_000 } as const;

/** Payload formats of a webhook: Almanac's own JSON, or the format of a chat service. */
export const webhookShapes = ["json", "slack", "teams"] as const;
export type WebhookShape = (typeof webhookShapes)[number];

const named = z.string().check(z.trim(), z.minLength(1), z.maxLength(destinationLimits.name));
const destinationId = z.string().check(z.regex(/^[a-z0-9]{1,24}$/));
const instant = z.string().check(z.maxLength(40));
const url = z.string().check(z.trim(), z.minLength(1), z.maxLength(destinationLimits.url));

/** Delivery time: immediately, or once a day at an hour in a time zone. */
export const deliveryTimeSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("at-once") }),
  z.strictObject({
    kind: z.literal("daily"),
    hour: z.int().check(z.minimum(0), z.maximum(23)),
    zone: z.string().check(z.minLength(1), z.maxLength(64)),
  }),
]);
export type DeliveryTime = z.infer<typeof deliveryTimeSchema>;

/** Delivery status of a notice destination. */
export const destinationStatusSchema = z.object({
  /** Time of the last successful delivery. */
  deliveredAt: z.exactOptional(instant),
  /** Present while deliveries fail and are retried: the number of tries, since when, and the next try. */
  failure: z.exactOptional(z.object({ tries: z.int(), since: instant, next: instant, why: z.string() })),
  /** Number of notices whose delivery was given up, and the time of the last one. */
  lost: z.exactOptional(z.object({ count: z.int(), at: instant, why: z.string() })),
});
export type DestinationStatus = z.infer<typeof destinationStatusSchema>;

const shown = {
  id: destinationId,
  name: z.string(),
  when: deliveryTimeSchema,
  /** Time at which the destination was last changed. */
  at: instant,
  /** Number of notices waiting for delivery. */
  waiting: z.int(),
  standing: destinationStatusSchema,
};

/** Notice destination as its owner sees it; only the host of a webhook URL, whose rest may contain a credential. */
export const noticeDestinationSchema = z.discriminatedUnion("kind", [
  z.object({ ...shown, kind: z.literal("webhook"), shape: z.enum(webhookShapes), host: z.string() }),
  z.object({ ...shown, kind: z.literal("email"), address: z.string() }),
]);
export type NoticeDestination = z.infer<typeof noticeDestinationSchema>;

/** POST /api/notices/destinations: one change. `seen` is the write time (`at`) of the version that the user saw. */
export const destinationChangeRequestSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("add-webhook"),
    name: named,
    shape: z.enum(webhookShapes),
    url,
    when: z.exactOptional(deliveryTimeSchema),
  }),
  /** The e-mail address is not part of the request: mails go to the requesting user's own address. */
  z.strictObject({ kind: z.literal("add-email"), name: named, when: z.exactOptional(deliveryTimeSchema) }),
  z.strictObject({
    kind: z.literal("change"),
    id: destinationId,
    seen: instant,
    name: z.exactOptional(named),
    when: z.exactOptional(deliveryTimeSchema),
    shape: z.exactOptional(z.enum(webhookShapes)),
    url: z.exactOptional(url),
    /** Requests a new secret; the old one is no longer used for signatures. */
    newSecret: z.exactOptional(z.literal(true)),
  }),
  z.strictObject({ kind: z.literal("delete"), id: destinationId, seen: instant }),
  z.strictObject({ kind: z.literal("test"), id: destinationId }),
]);
export type DestinationChangeRequest = z.infer<typeof destinationChangeRequestSchema>;

/** Response to a change of a notice destination. */
export const destinationChangeResponseSchema = z.object({
  id: destinationId,
  /** Secret with which receivers verify signatures: returned only once. */
  secret: z.exactOptional(z.string()),
  /** Result of a test delivery. */
  test: z.exactOptional(z.object({ delivered: z.boolean(), words: z.string() })),
});
export type DestinationChangeResponse = z.infer<typeof destinationChangeResponseSchema>;

/** Delivery states of a notice at one destination. */
export const deliveryStates = ["waiting", "delivered", "lost", "withheld"] as const;
export type DeliveryState = (typeof deliveryStates)[number];
