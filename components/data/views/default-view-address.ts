import { createStateStore } from "#components/ui/state/store.ts";

/** Returns the address of the clusters list in the user's default view, given the current page's search. */
export type DefaultViewAddress = (search: string) => string;

/** Set once the views were read, by a lazily loaded component: pages do not wait for views. */
export const defaultViewAddress = createStateStore<DefaultViewAddress | undefined>(undefined);
