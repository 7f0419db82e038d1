"use client";

import { useSyncExternalStore } from "react";

/** Something that was said in the corner, kept so that it can be read later. */
export interface KeptNotice {
  readonly id: string;
  readonly kind: "success" | "info" | "error";
  readonly title: string;
  readonly detail?: string;
  /** Where to look. */
  readonly href?: string;
  readonly at: number;
  readonly read: boolean;
}

const mostNotices = 100;
let notices: readonly KeptNotice[] = [];
const listeners = new Set<() => void>();

function keep(next: readonly KeptNotice[]): void {
  notices = next.slice(-mostNotices);
  for (const listener of listeners) listener();
}

export function subscribeToNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The oldest first. */
export function keptNotices(): readonly KeptNotice[] {
  return notices;
}

/** A later notice of the same id takes the place of the earlier one. */
export function keepNotice(notice: Omit<KeptNotice, "at" | "read">): void {
  keep([...notices.filter(({ id }) => id !== notice.id), { ...notice, at: Date.now(), read: false }]);
}

export function restoreNotices(kept: readonly KeptNotice[]): void {
  const known = new Set(notices.map(({ id }) => id));
  keep([...kept.filter(({ id }) => !known.has(id)), ...notices]);
}

export function markAllRead(): void {
  if (notices.some(({ read }) => !read))
    keep(notices.map((notice) => (notice.read ? notice : { ...notice, read: true })));
}

export function removeNotice(id: string): void {
  keep(notices.filter((notice) => notice.id !== id));
}

export function clearNotices(): void {
  keep([]);
}

const nothing: readonly KeptNotice[] = [];

export function useNotices(): readonly KeptNotice[] {
  return useSyncExternalStore(subscribeToNotices, keptNotices, () => nothing);
}
