import { createStateStore, useStateStore } from "#components/ui/state/store.ts";
import { text } from "#lib/language/text.ts";
import type { ActRequestEntry } from "./request-journal.ts";

/** Something the user can undo for some seconds: an action not sent yet, or a reversible change already made. */
export interface UndoableEntry {
  readonly id: string;
  /** Description for the user: `Reconcile pay/prod`, `The view Production was deleted`. */
  readonly what: string;
  /** Whether the change was already made; otherwise the action is about to be sent. */
  readonly isDone: boolean;
  /** Uid of the Shoot that the action concerns. */
  readonly uid?: string;
}

export interface UndoOffer {
  readonly what: string;
  readonly undo: () => void;
  /** What the offer is about. A later offer with the same subject replaces it. */
  readonly subject: string;
}

/** Delay in ms before a confirmed action is sent, in which the user can undo it. */
const holdMs = 5_000;
/** Time in ms for which undo is offered after a change. */
const offerMs = 8_000;
/** Maximum number of undo offers shown at the same time. */
const mostOffers = 3;

interface Held extends UndoableEntry {
  readonly subject?: string;
  readonly staysMs: number;
  /** Ends the waiting time: undoes the entry or lets it proceed. */
  readonly settle: (undo: boolean) => void;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const held = createStateStore<readonly Held[]>([]);

function keep(next: readonly Held[]): void {
  held.set(next);
  // While an action is waiting to be sent, the browser asks before the page is left. Changes already made are safe.
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

/** Waits some seconds for the user to undo an action. @returns whether the action should be sent */
export function delayAct(act: string, { uid, project, name }: ActRequestEntry["target"]): Promise<boolean> {
  const what = text("{act} {project}/{name}", { act, project, name });
  return new Promise((resolve) => {
    add({ what, isDone: false, uid, staysMs: holdMs }, (undo) => resolve(!undo));
  });
}

/** Shows what was changed and offers undo. The offer survives navigation within Almanac, but not a reload. */
export function offerUndo({ what, undo, subject }: UndoOffer): void {
  for (const each of held.get()) if (each.subject === subject) each.settle(false);
  const others = held.get().filter(({ isDone }) => isDone);
  for (const each of others.slice(0, Math.max(0, others.length - mostOffers + 1))) each.settle(false);
  add({ what, isDone: true, subject, staysMs: offerMs }, (isUndone) => {
    if (isUndone) undo();
  });
}

export function undoPendingEntry(id: string): void {
  find(id)?.settle(true);
}

/** Ends the time for undo at once: sends a delayed action, or closes the offer. */
export function endUndoTime(id: string): void {
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

export function useUndoableEntries(): readonly UndoableEntry[] {
  return useStateStore(held);
}

/** Returns the action on this Shoot that is waiting to be sent. */
export function useDelayedAct(uid: string): UndoableEntry | undefined {
  return useUndoableEntries().find((each) => !each.isDone && each.uid === uid);
}
