"use client";

import * as z from "zod/mini";
import { keepInTab, readKept } from "#components/data/storage/tab-store.ts";
import { groupKeys } from "#lib/fleet/fleet-grouping.ts";
import { closings } from "./closed-groups.ts";

const keptUnder = "closedGroups";
/** Of each grouping. */
const mostKept = 1_000;

const keptSchema = z.array(z.object({ by: z.enum(groupKeys), all: z.boolean(), others: z.array(z.string()) }));

/** Which groups are closed outlives a reload of the tab. */
function keep(): void {
  const kept = [...closings.get()].map(([by, { all, others }]) => ({ by, all, others: [...others].slice(-mostKept) }));
  keepInTab(keptUnder, kept);
}

/**
 * Closes what was closed in this tab before it was loaded again, and keeps it from now on. It comes with the groups, before the
 * first of them is painted: a list without groups has nothing to do with it. Who was quicker, and has closed or opened groups
 * meanwhile, is not overruled.
 *
 * @returns the way to keep it no longer
 */
export function keepClosings(): () => void {
  const kept = readKept(keptUnder, keptSchema) ?? [];
  const chosen = closings.get();
  closings.set(
    new Map([...kept.map(({ by, all, others }) => [by, { all, others: new Set(others) }] as const), ...chosen]),
  );
  if (chosen.size > 0) keep();
  return closings.subscribe(keep);
}
