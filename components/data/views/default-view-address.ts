import { createStateStore } from "#components/ui/state/store.ts";

/** Function that returns the path of the clusters list with the user's default view, given the current query string. */
export type DefaultViewAddress = (search: string) => string;

/** State with the default view's path. A lazily loaded component sets it, because pages do not wait for saved views. */
export const defaultViewAddress = createStateStore<DefaultViewAddress | undefined>(undefined);
