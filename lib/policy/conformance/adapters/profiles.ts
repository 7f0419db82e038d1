import type { Adapters } from "../adapter.ts";

export const profileAdapters: Adapters = new Map([]);
