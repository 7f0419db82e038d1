"use client";

import * as z from "zod/mini";
import { keepInTab, readKept } from "#components/data/storage/tab-store.ts";
import { groupKeys } from "#lib/fleet/fleet-grouping.ts";
import { closedGroupsStore } from "./closed-groups.ts";

const storageKey = "closedGroups";
/** Limit for each grouping. */
const mostKept = 1_000;

const storedSchema = z.array(z.object({ by: z.enum(groupKeys), all: z.boolean(), others: z.array(z.string()) }));

/** Stores the closed groups so that they survive a reload of the tab. */
function keep(): void {
  const kept = [...closedGroupsStore.get()].map(([by, { all, others }]) => ({
    by,
    all,
    others: [...others].slice(-mostKept),
  }));
  keepInTab(storageKey, kept);
}

/**
 * Restores the groups that were closed in this tab before a reload, and stores them from now on. Loaded with the
 * groups, before the first of them is rendered: a list without groups does not need it. Groups that the user has closed
 * or opened meanwhile take precedence.
 *
 * @returns function that stops storing
 */
export function restoreClosedGroups(): () => void {
  const kept = readKept(storageKey, storedSchema) ?? [];
  const chosen = closedGroupsStore.get();
  closedGroupsStore.set(
    new Map([...kept.map(({ by, all, others }) => [by, { all, others: new Set(others) }] as const), ...chosen]),
  );
  if (chosen.size > 0) keep();
  return closedGroupsStore.subscribe(keep);
}
