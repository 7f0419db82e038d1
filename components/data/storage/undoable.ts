import { createStateStore, useStateStore } from "#components/ui/state/store.ts";
import { text } from "#lib/language/text.ts";
import type { JournalEntry } from "./request-journal.ts";

/** Something that can be undone for a moment: a confirmed act not sent yet, or a reversible change already made. */
export interface Undoable {
  readonly id: string;
  /** Description: `Reconcile pay/prod`, `The view Production was deleted`. */
  readonly what: string;
  /** Already done; otherwise it is about to be sent. */
  readonly isDone: boolean;
  /** Uid of the Shoot that the act is for. */
  readonly uid?: string;
}

export interface UndoOffer {
  readonly what: string;
  readonly undo: () => void;
  /** Key of the offer; a later offer with the same subject replaces it. */
  readonly subject: string;
}

/** Time an act is delayed so that it can be undone. */
const holdMs = 5_000;
/** Time an undo offer is shown. */
const offerMs = 8_000;
/** Limit of concurrent undo offers. */
const mostOffers = 3;

interface Held extends Undoable {
  readonly subject?: string;
  readonly staysMs: number;
  /** Ends the wait: undoes it, or lets it proceed. */
  readonly settle: (undo: boolean) => void;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const held = createStateStore<readonly Held[]>([]);

function keep(next: readonly Held[]): void {
  held.set(next);
  // Leaving the page would lose a confirmed act, so the browser asks first. Changes already made are safe.
  if (next.some(({ isDone }) => !isDone)) window.addEventListener("beforeunload", askFirst);
  else window.removeEventListener("beforeunload", askFirst);
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function add(entry: Omit<Held, "id" | "timer" | "settle">, settled: (undo: boolean) => void): void {
  const id = crypto.randomUUID();
  const settle = (undo: boolean) => {
    pauseUndoTimer(id);
    keep(held.get().filter((each) => each.id !== id));
    settled(undo);
  };
  keep([...held.get(), { ...entry, id, settle, timer: undefined }]);
  startUndoTimer(id);
}

/** Delays an act. Resolves to true when it should be sent, to false when the user undid it. */
export function delayAct(act: string, { uid, project, name }: JournalEntry["target"]): Promise<boolean> {
  const what = text("{act} {project}/{name}", { act, project, name });
  return new Promise((resolve) => {
    add({ what, isDone: false, uid, staysMs: holdMs }, (undo) => resolve(!undo));
  });
}

/** Shows what was done and offers undo. The offer survives navigation, but not a reload. */
export function offerUndo({ what, undo, subject }: UndoOffer): void {
  for (const each of held.get()) if (each.subject === subject) each.settle(false);
  const others = held.get().filter(({ isDone }) => isDone);
  for (const each of others.slice(0, Math.max(0, others.length - mostOffers + 1))) each.settle(false);
  add({ what, isDone: true, subject, staysMs: offerMs }, (isUndone) => {
    if (isUndone) undo();
  });
}

export function takeBack(id: string): void {
  find(id)?.settle(true);
}

/** Sends a delayed act now, or closes an offer. */
export function letGo(id: string): void {
  find(id)?.settle(false);
}

/** Pauses the countdown while the pointer or focus is on the entry; `startUndoTimer` restarts it in full. */
export function pauseUndoTimer(id: string): void {
  clearTimeout(find(id)?.timer);
}

export function startUndoTimer(id: string): void {
  const entry = find(id);
  if (entry === undefined) return;
  clearTimeout(entry.timer);
  entry.timer = setTimeout(() => entry.settle(false), entry.staysMs);
}

function find(id: string): Held | undefined {
  return held.get().find((each) => each.id === id);
}

export function useUndoables(): readonly Undoable[] {
  return useStateStore(held);
}

/** Returns the delayed act for this Shoot. */
export function useDelayedAct(uid: string): Undoable | undefined {
  return useUndoables().find((each) => !each.isDone && each.uid === uid);
}
