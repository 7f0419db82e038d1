import type { ToastMessage } from "#components/ui/overlay/toast.tsx";
import { createStateStore, type ReadableStore, useStateStore } from "#components/ui/state/store.ts";

/** A toast message that is stored so that it can be read later in the notification centre. */
export interface StoredToastMessage extends Omit<ToastMessage, "detail"> {
  readonly detail?: string;
  readonly at: number;
  readonly read: boolean;
}

const mostNotices = 100;
const kept = createStateStore<readonly StoredToastMessage[]>([]);

/** Stored toast messages, oldest first. */
export const storedToastMessages: ReadableStore<readonly StoredToastMessage[]> = kept;

function keep(next: readonly StoredToastMessage[]): void {
  kept.set(next.slice(-mostNotices));
}

/** Stores a toast message. It replaces an earlier one with the same id. */
export function storeToastMessage(notice: Omit<StoredToastMessage, "at" | "read">): void {
  keep([...kept.get().filter(({ id }) => id !== notice.id), { ...notice, at: Date.now(), read: false }]);
}

export function restoreToastMessages(earlier: readonly StoredToastMessage[]): void {
  const known = new Set(kept.get().map(({ id }) => id));
  keep([...earlier.filter(({ id }) => !known.has(id)), ...kept.get()]);
}

export function markToastMessagesRead(): void {
  if (kept.get().some(({ read }) => !read))
    keep(kept.get().map((notice) => (notice.read ? notice : { ...notice, read: true })));
}

export function removeToastMessage(id: string): void {
  keep(kept.get().filter((notice) => notice.id !== id));
}

export function clearToastMessages(): void {
  keep([]);
}

export function useStoredToastMessages(): readonly StoredToastMessage[] {
  return useStateStore(storedToastMessages);
}
