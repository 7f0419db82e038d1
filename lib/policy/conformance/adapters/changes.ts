import type { Adapters } from "../adapter.ts";

export const changesAdapters: Adapters = new Map([]);
