import { createStore } from "#components/ui/state/store.ts";

/** Where the list of clusters is opened with the reader's default view, by the search of the page that leads there. */
export type FirstAddress = (search: string) => string;

/** Told once the views were read, by a part that is loaded for it: pages do not wait for what views need. */
export const firstAddress = createStore<FirstAddress | undefined>(undefined);
