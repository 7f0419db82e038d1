import * as z from "zod/mini";
import { restoreToastMessages, storedToastMessages } from "#components/data/storage/notices.ts";
import { actRequestJournal, journalStorageKey, restoreActRequests } from "#components/data/storage/request-journal.ts";
import { readStoredValue, storeInTab } from "#components/data/storage/tab-store.ts";
import { finalActSteps } from "#lib/act/follow/operation-progress.ts";
import { changeSubjects, confirmActResponseSchema } from "#lib/contract/act.ts";
import { lastOperationSummarySchema, nextSummarySchema } from "#lib/contract/fleet.ts";
import { problemReasons } from "#lib/contract/problem.ts";

// An earlier build may have stored the entries: each entry is validated strictly, and invalid ones are dropped.

const traceSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("operation"), id: z.string(), when: z.enum(["now", "in-window"]) }),
  z.object({ kind: z.literal("unschedule"), operation: z.string() }),
  z.object({ kind: z.literal("change"), about: z.enum(changeSubjects), ofSpec: z.boolean() }),
  z.object({ kind: z.literal("delete") }),
  z.object({ kind: z.literal("force-delete") }),
]);

const observationSchema = z.object({
  uid: z.string(),
  resourceVersion: z.string(),
  observed: z.boolean(),
  next: z.exactOptional(nextSummarySchema),
  pendingOperation: z.optional(z.string()),
  lastOperation: z.optional(lastOperationSummarySchema),
  lastMaintenance: z.optional(z.object({ state: z.optional(z.string()), triggeredAt: z.optional(z.string()) })),
  deletionRequestedAt: z.optional(z.string()),
});

const errorSchema = z.object({
  reason: z.enum([...problemReasons, "unreachable", "timeout"]),
  detail: z.exactOptional(z.string()),
  gardenMessage: z.exactOptional(z.string()),
  requestId: z.exactOptional(z.string()),
});

const entrySchema = z.object({
  id: z.string(),
  title: z.string(),
  target: z.object({ uid: z.string(), project: z.string(), name: z.string() }),
  by: z.string(),
  previewHash: z.string(),
  trace: traceSchema,
  before: observationSchema,
  sentAt: z.number(),
  batch: z.exactOptional(z.string()),
  window: z.exactOptional(z.object({ fromMs: z.exactOptional(z.number()), toMs: z.exactOptional(z.number()) })),
  deletionSeen: z.exactOptional(z.boolean()),
  answer: z.exactOptional(
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("accepted"), at: z.number(), accepted: confirmActResponseSchema }),
      z.object({ kind: z.literal("refused"), at: z.number(), fault: errorSchema }),
    ]),
  ),
  end: z.exactOptional(z.object({ step: z.enum(finalActSteps), at: z.number(), detail: z.exactOptional(z.string()) })),
  dismissed: z.exactOptional(z.boolean()),
});

const noticeSchema = z.object({
  id: z.string(),
  kind: z.enum(["success", "info", "error"]),
  title: z.string(),
  detail: z.exactOptional(z.string()),
  href: z.exactOptional(z.string()),
  at: z.number(),
  read: z.boolean(),
});

const storedSchema = z.object({ by: z.string(), entries: z.array(z.unknown()), notices: z.array(z.unknown()) });

/** Restores requests and notices that this tab stored for this user before a reload. Ignores another user's data. */
export function restoreJournalAndToasts(me: string): void {
  const kept = readStoredValue(journalStorageKey, storedSchema);
  if (kept?.by !== me) return;
  restoreActRequests(
    kept.entries.flatMap((entry) => {
      const { success, data } = entrySchema.safeParse(entry);
      // The page was left before the response arrived: whether the garden received the request is unknown.
      const lost = { kind: "refused", at: data?.sentAt ?? 0, fault: { reason: "unreachable" } } as const;
      return success ? [{ ...data, answer: data.answer ?? lost }] : [];
    }),
  );
  restoreToastMessages(kept.notices.flatMap((notice) => noticeSchema.safeParse(notice).data ?? []));
}

const settleMs = 300;

/** Stores the request journal and notices in session storage on every change. @returns a function that stops this */
export function storeJournalAndToasts(me: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const entries = actRequestJournal.get().filter(({ by }) => by === me);
    storeInTab(journalStorageKey, { by: me, entries, notices: storedToastMessages.get() });
  };
  const later = () => {
    timer ??= setTimeout(write, settleMs);
  };
  const flush = () => timer !== undefined && write();
  const leave = [actRequestJournal.subscribe(later), storedToastMessages.subscribe(later)];
  window.addEventListener("pagehide", flush);
  later();
  return () => {
    clearTimeout(timer);
    window.removeEventListener("pagehide", flush);
    for (const end of leave) end();
  };
}
