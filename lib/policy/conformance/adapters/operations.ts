import type { Adapters } from "../adapter.ts";

export const operationsAdapters: Adapters = new Map([]);
