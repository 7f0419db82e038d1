import { createStore, useStore } from "#components/ui/state/store.ts";
import { text } from "#lib/language/text.ts";
import type { JournalEntry } from "./request-journal.ts";

/** What can be taken back for a moment: a confirmed act that is not sent yet, or something done that has a way back. */
export interface Undoable {
  readonly id: string;
  /** `Reconcile pay/prod`, `The view Production was deleted`. */
  readonly what: string;
  /** Otherwise it is about to be sent. */
  readonly isDone: boolean;
  /** The Shoot that waits for it. */
  readonly uid?: string;
}

export interface UndoOffer {
  readonly what: string;
  readonly undo: () => void;
  /** A later offer of the same subject takes the place of the earlier one. */
  readonly subject: string;
}

/** As long as an act is held. */
const holdMs = 5_000;
/** As long as a message stays. */
const offerMs = 8_000;
/** More than these nobody takes back one by one. */
const mostOffers = 3;

interface Held extends Undoable {
  readonly subject?: string;
  readonly staysMs: number;
  /** Takes it back, or lets it take its course. */
  readonly settle: (undo: boolean) => void;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const held = createStore<readonly Held[]>([]);

function keep(next: readonly Held[]): void {
  held.set(next);
  // Leaving now would lose what was confirmed: the browser asks. What is done stays done.
  if (next.some(({ isDone }) => !isDone)) window.addEventListener("beforeunload", askFirst);
  else window.removeEventListener("beforeunload", askFirst);
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function add(entry: Omit<Held, "id" | "timer" | "settle">, settled: (undo: boolean) => void): void {
  const id = crypto.randomUUID();
  const settle = (undo: boolean) => {
    stopClock(id);
    keep(held.get().filter((each) => each.id !== id));
    settled(undo);
  };
  keep([...held.get(), { ...entry, id, settle, timer: undefined }]);
  startClock(id);
}

/** Waits for the moment to pass. True: send it; false: it was taken back. */
export function holdAct(act: string, { uid, project, name }: JournalEntry["target"]): Promise<boolean> {
  const what = text("{act} {project}/{name}", { act, project, name });
  return new Promise((resolve) => {
    add({ what, isDone: false, uid, staysMs: holdMs }, (undo) => resolve(!undo));
  });
}

/** Says what was done, with the way back. It outlives the page that offers it, not the document. */
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

/** Sends it now, or puts the offer away. */
export function letGo(id: string): void {
  find(id)?.settle(false);
}

/** Nobody who points at it or has the focus on it is hurried; afterwards the moment begins anew. */
export function stopClock(id: string): void {
  clearTimeout(find(id)?.timer);
}

export function startClock(id: string): void {
  const entry = find(id);
  if (entry === undefined) return;
  clearTimeout(entry.timer);
  entry.timer = setTimeout(() => entry.settle(false), entry.staysMs);
}

function find(id: string): Held | undefined {
  return held.get().find((each) => each.id === id);
}

export function useUndoables(): readonly Undoable[] {
  return useStore(held);
}

/** The act that is about to be sent to this Shoot. */
export function useHeldAct(uid: string): Undoable | undefined {
  return useUndoables().find((each) => !each.isDone && each.uid === uid);
}
