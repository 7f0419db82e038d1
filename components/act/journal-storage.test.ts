import { afterEach, expect, test, vi } from "vitest";
import {
  type ActRequestEntry,
  actRequestJournal,
  journalStorageKey,
} from "#components/data/storage/request-journal.ts";
import { observedFieldsOf, operationProgress } from "#lib/act/follow/operation-progress.ts";
import { restoreJournalAndToasts } from "./journal-storage.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("after a reload it is still known that a move was waiting, so that its call-back is seen to end", () => {
  const waiting = {
    uid: "u1",
    resourceVersion: "100",
    observed: true,
    next: { subject: "leaving-seed", turn: "Operator" },
    lastOperation: { type: "Reconcile", state: "Succeeded", progress: 100, updatedAt: "2026-11-24T10:00:00Z" },
  };
  const sent: ActRequestEntry = {
    id: "a",
    title: "Call the move back",
    target: { uid: "u1", project: "shop", name: "web" },
    by: "anna",
    previewHash: "h",
    trace: { kind: "change", about: "seed", ofSpec: true },
    before: observedFieldsOf(waiting),
    sentAt: 0,
    answer: {
      kind: "accepted",
      at: 1,
      accepted: { requestedAt: "2026-11-24T12:00:00Z", resourceVersion: "101", warnings: [] },
    },
  };
  const stored = JSON.stringify({ by: "anna", entries: [sent], notices: [] });
  const sessionStorage = { getItem: (key: string) => (key.includes(journalStorageKey) ? stored : null) };
  vi.stubGlobal("window", { sessionStorage, location: { pathname: "/clusters" } });

  restoreJournalAndToasts("anna");
  const [restored] = actRequestJournal.get();
  const { next: _moves, ...stays } = waiting;
  const lastOperation = { ...waiting.lastOperation, updatedAt: "2026-11-24T12:03:00Z" };
  const observed = { ...stays, resourceVersion: "110", lastOperation };
  expect(restored && operationProgress(restored, observed, 1_000)).toEqual({ step: "succeeded" });
});
