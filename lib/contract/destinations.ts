import * as z from "zod/mini";

/** Limits per user: number of destinations, and lengths in characters. */
export const destinationLimits = { destinations: 5, name: 80, url: 2_000 } as const;

/** Payload formats of a webhook: Almanac's own, or that of a chat. */
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

/** Delivery status of a destination. */
export const destinationStatusSchema = z.object({
  /** When the last delivery succeeded. */
  deliveredAt: z.exactOptional(instant),
  /** Present while deliveries fail and are retried. */
  failure: z.exactOptional(z.object({ tries: z.int(), since: instant, next: instant, why: z.string() })),
  /** Notices whose delivery was given up, and when the last one was. */
  lost: z.exactOptional(z.object({ count: z.int(), at: instant, why: z.string() })),
});
export type DestinationStatus = z.infer<typeof destinationStatusSchema>;

const shown = {
  id: destinationId,
  name: z.string(),
  when: deliveryTimeSchema,
  /** When it was last written. */
  at: instant,
  /** Number of notices waiting for delivery. */
  waiting: z.int(),
  standing: destinationStatusSchema,
};

/** Destination as shown to its owner: only the host of a webhook's URL, because the rest may contain its credential. */
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
  /** The address is not part of the request: mails go to the requesting user's own address. */
  z.strictObject({ kind: z.literal("add-email"), name: named, when: z.exactOptional(deliveryTimeSchema) }),
  z.strictObject({
    kind: z.literal("change"),
    id: destinationId,
    seen: instant,
    name: z.exactOptional(named),
    when: z.exactOptional(deliveryTimeSchema),
    shape: z.exactOptional(z.enum(webhookShapes)),
    url: z.exactOptional(url),
    /** Creates a new secret; the old one stops being used for signatures. */
    newSecret: z.exactOptional(z.literal(true)),
  }),
  z.strictObject({ kind: z.literal("delete"), id: destinationId, seen: instant }),
  z.strictObject({ kind: z.literal("test"), id: destinationId }),
]);
export type DestinationChangeRequest = z.infer<typeof destinationChangeRequestSchema>;

/** Result of a change. */
export const destinationChangeResponseSchema = z.object({
  id: destinationId,
  /** Secret with which receivers verify signatures: returned only once. */
  secret: z.exactOptional(z.string()),
  /** Result of a test delivery. */
  test: z.exactOptional(z.object({ delivered: z.boolean(), words: z.string() })),
});
export type DestinationChangeResponse = z.infer<typeof destinationChangeResponseSchema>;

/** Delivery states of a notice at one destination of its rule. */
export const deliveryStates = ["waiting", "delivered", "lost", "withheld"] as const;
export type DeliveryState = (typeof deliveryStates)[number];
