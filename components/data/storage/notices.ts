import type { ToastMessage } from "#components/ui/overlay/toast.tsx";
import { createStateStore, type ReadableStore, useStateStore } from "#components/ui/state/store.ts";

/** Toast message, stored so that it can be read later. */
export interface StoredNotice extends Omit<ToastMessage, "detail"> {
  readonly detail?: string;
  readonly at: number;
  readonly read: boolean;
}

const mostNotices = 100;
const kept = createStateStore<readonly StoredNotice[]>([]);

/** Stored toast messages, oldest first. */
export const notices: ReadableStore<readonly StoredNotice[]> = kept;

function keep(next: readonly StoredNotice[]): void {
  kept.set(next.slice(-mostNotices));
}

/** Stores a notice; it replaces an earlier one of the same id. */
export function keepNotice(notice: Omit<StoredNotice, "at" | "read">): void {
  keep([...kept.get().filter(({ id }) => id !== notice.id), { ...notice, at: Date.now(), read: false }]);
}

export function restoreNotices(earlier: readonly StoredNotice[]): void {
  const known = new Set(kept.get().map(({ id }) => id));
  keep([...earlier.filter(({ id }) => !known.has(id)), ...kept.get()]);
}

export function markAllRead(): void {
  if (kept.get().some(({ read }) => !read))
    keep(kept.get().map((notice) => (notice.read ? notice : { ...notice, read: true })));
}

export function removeNotice(id: string): void {
  keep(kept.get().filter((notice) => notice.id !== id));
}

export function clearNotices(): void {
  keep([]);
}

export function useNotices(): readonly StoredNotice[] {
  return useStateStore(notices);
}
