"use client";

import * as z from "zod/mini";
import { readStoredValue, storeInTab } from "#components/data/storage/tab-store.ts";
import { type GroupKey, parseGrouping } from "#lib/fleet/fleet-grouping.ts";
import { closedGroupsStore } from "./closed-groups.ts";

const storageKey = "closedGroups";
/** Maximum number of groups that are stored for each grouping. */
const mostKept = 1_000;

const isGroupKey = (by: unknown): by is GroupKey => typeof by === "string" && parseGrouping(by)?.key === by;
const storedSchema = z.array(
  z.object({ by: z.custom<GroupKey>(isGroupKey), all: z.boolean(), others: z.array(z.string()) }),
);

/** Stores the collapsed groups in session storage, so that they survive a reload of the tab. */
function keep(): void {
  const kept = [...closedGroupsStore.get()].map(([by, { all, others }]) => ({
    by,
    all,
    others: [...others].slice(-mostKept),
  }));
  storeInTab(storageKey, kept);
}

/**
 * Restores the groups that were collapsed in this tab before a reload, and stores all changes from now on. Called by
 * the module that renders groups, because a list without groups does not need it. Groups that the user has collapsed or
 * expanded meanwhile take precedence.
 * @returns a function that stops storing
 */
export function restoreClosedGroups(): () => void {
  const kept = readStoredValue(storageKey, storedSchema) ?? [];
  const chosen = closedGroupsStore.get();
  closedGroupsStore.set(
    new Map([...kept.map(({ by, all, others }) => [by, { all, others: new Set(others) }] as const), ...chosen]),
  );
  if (chosen.size > 0) keep();
  return closedGroupsStore.subscribe(keep);
}
