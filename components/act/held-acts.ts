"use client";

import { createStore, useStore } from "#components/ui/state/store.ts";

/** A confirmed act that is not sent yet: for a moment it can be taken back without a trace. */
export interface HeldAct {
  readonly id: string;
  readonly title: string;
  readonly target: { readonly uid: string; readonly project: string; readonly name: string };
}

const holdMs = 5_000;

interface Held extends HeldAct {
  readonly settle: (send: boolean) => void;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const held = createStore<readonly Held[]>([]);

function keep(next: readonly Held[]): void {
  held.set(next);
  // Leaving now would lose what was confirmed: the browser asks.
  if (next.length > 0) window.addEventListener("beforeunload", askFirst);
  else window.removeEventListener("beforeunload", askFirst);
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Waits for the moment to pass. True: send it; false: it was taken back. */
export function holdAct(act: Omit<HeldAct, "id">): Promise<boolean> {
  const id = crypto.randomUUID();
  return new Promise((resolve) => {
    const settle = (send: boolean) => {
      stopClock(id);
      keep(held.get().filter((each) => each.id !== id));
      resolve(send);
    };
    keep([...held.get(), { ...act, id, settle, timer: undefined }]);
    startClock(id);
  });
}

export function cancelHeld(id: string): void {
  find(id)?.settle(false);
}

export function sendHeldNow(id: string): void {
  find(id)?.settle(true);
}

/** Nobody who points at it or has the focus on it is hurried; afterwards the moment begins anew. */
export function stopClock(id: string): void {
  clearTimeout(find(id)?.timer);
}

export function startClock(id: string): void {
  const act = find(id);
  if (act === undefined) return;
  clearTimeout(act.timer);
  act.timer = setTimeout(() => act.settle(true), holdMs);
}

function find(id: string): Held | undefined {
  return held.get().find((each) => each.id === id);
}

export function useHeldActs(): readonly HeldAct[] {
  return useStore(held);
}

/** The act that is about to be sent to this Shoot. */
export function useHeldAct(uid: string): HeldAct | undefined {
  return useHeldActs().find(({ target }) => target.uid === uid);
}
