import * as z from "zod/mini";
import {
  deliveryTimeSchema,
  destinationLimits,
  type NoticeDestination,
  webhookShapes,
} from "#lib/contract/destinations.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import type { NoticeDocument } from "./notice-document.ts";
import type { RuleDocument } from "./rule-document.ts";

const kept = {
  id: z.string().check(z.regex(/^[a-z0-9]{1,24}$/)),
  name: z.string(),
  when: z._default(deliveryTimeSchema, { kind: "at-once" }),
  /** Language of the messages: that of the owner when the destination was created. */
  language: z.exactOptional(z.string()),
  at: z.string(),
};
const storedWebhookSchema = z.object({
  ...kept,
  kind: z.literal("webhook"),
  shape: z.enum(webhookShapes),
  host: z.string(),
  /** Address and secret, encrypted with a session key. */
  sealed: z.string(),
});
const storedEmailSchema = z.object({ ...kept, kind: z.literal("email"), address: z.string() });
const storedDestinationSchema = z.discriminatedUnion("kind", [storedWebhookSchema, storedEmailSchema]);
/** Destination of notices as stored together with the watch rules. */
export type StoredDestination = z.infer<typeof storedDestinationSchema>;
export type StoredWebhook = z.infer<typeof storedWebhookSchema>;
export type StoredEmail = z.infer<typeof storedEmailSchema>;

export const destinationKinds = ["webhook", "email"] as const satisfies readonly StoredDestination["kind"][];

export type DestinationError = "too-many" | "same-address" | "unknown-destination" | "changed-meanwhile";

/** Returns the destinations that this build knows, up to the maximum. */
export function storedDestinationsOf({ destinations }: RuleDocument): readonly StoredDestination[] {
  return destinations.slice(0, destinationLimits.destinations).flatMap((entry) => {
    const parsed = storedDestinationSchema.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
}

export function addDestination(
  book: RuleDocument,
  destination: StoredDestination,
): Result<RuleDocument, DestinationError> {
  if (book.destinations.length >= destinationLimits.destinations) return fail("too-many");
  const isTwice = (each: StoredDestination) => each.kind === "email" && each.kind === destination.kind;
  if (storedDestinationsOf(book).some(isTwice)) return fail("same-address");
  return ok({ ...book, destinations: [...book.destinations, destination] });
}

/** Returns the destination that the user saw, or an error if it was changed or removed since. */
export function findUnchangedDestination(
  book: RuleDocument,
  { id, seen }: { readonly id: string; readonly seen: string },
): Result<StoredDestination, DestinationError> {
  const held = storedDestinationsOf(book).find((each) => each.id === id);
  if (held === undefined) return fail("unknown-destination");
  return held.at === seen ? ok(held) : fail("changed-meanwhile");
}

/** Replaces a stored destination; additional fields written by a newer build are kept. */
export function replaceDestination(book: RuleDocument, destination: StoredDestination): RuleDocument {
  const destinations = book.destinations.map((entry) =>
    isRecord(entry) && entry.id === destination.id ? { ...entry, ...destination } : entry,
  );
  return { ...book, destinations };
}

/** Removes a destination, also from watch rules. The rules keep their time `at`, so that no event is reported twice. */
export function removeDestination(book: RuleDocument, id: string): RuleDocument {
  const destinations = book.destinations.filter((entry) => !isRecord(entry) || entry.id !== id);
  const entries = book.entries.map((entry) =>
    isRecord(entry) && Array.isArray(entry.to) ? { ...entry, to: entry.to.filter((to) => to !== id) } : entry,
  );
  return { ...book, destinations, entries };
}

export function toNoticeDestination(
  kept: StoredDestination,
  { deliveries, standings }: Pick<NoticeDocument, "deliveries" | "standings">,
): NoticeDestination {
  const { id, name, when, at } = kept;
  const waiting = deliveries.filter(({ to, state }) => to === id && state === "waiting").length;
  const shown = { id, name, when, at, waiting, standing: standings[id] ?? {} };
  if (kept.kind === "email") return { ...shown, kind: "email", address: kept.address };
  return { ...shown, kind: "webhook", shape: kept.shape, host: kept.host };
}
