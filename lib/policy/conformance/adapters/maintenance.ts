import type { Adapters } from "../adapter.ts";

export const maintenanceAdapters: Adapters = new Map([]);
