import "server-only";
import { type GardenDataStatus, type GardenEntry, gardensSchema } from "#lib/contract/gardens.ts";
import type { Almanac } from "./container.ts";
import type { Gardens, ServedGarden } from "./gardens.ts";

/** Number of gardens in each state, such as `live 2` and `stale 1`. */
export function countGardenStates({ all }: Pick<Gardens, "all">): readonly string[] {
  const named = all.filter(({ name }) => name !== undefined);
  const states = Map.groupBy(named, (slot) => statusOf(slot.app()).state);
  return [...states].map(([state, { length }]) => `${state} ${length}`).sort();
}

/**
 * Lists the gardens, and the user of this browser in each. Names are public, since users select a garden before
 * sign-in; states are only included for browsers that are signed in to at least one garden.
 */
export async function listGardens({ all }: Pick<Gardens, "all">, cookieHeader: string | null) {
  const gardens = await Promise.all(all.map((slot) => entryOf(slot, cookieHeader)));
  const told = gardens.flat();
  const isKnown = told.some(({ user }) => user !== undefined);
  return gardensSchema.parse({ gardens: isKnown ? told : told.map(({ name, kind }) => ({ name, kind })) });
}

async function entryOf({ name, sessions, app }: ServedGarden, cookieHeader: string | null): Promise<GardenEntry[]> {
  if (name === undefined) return [];
  const reading = await sessions.read(cookieHeader);
  const entry = { name, kind: app()?.gardenSummary.kind, standing: statusOf(app()) };
  if (reading.kind !== "active" && reading.kind !== "lapsed") return [entry];
  const { name: user, displayName } = reading.session.user;
  return [{ ...entry, user: { name: user, ...(displayName === undefined ? {} : { displayName }) } }];
}

function statusOf(app: Almanac | undefined): GardenDataStatus {
  const freshness = app?.fleet.freshness();
  if (freshness === undefined) return { state: "starting" };
  if (freshness.state === "stale") return { state: "stale", since: freshness.since };
  if (freshness.state === "live") return { state: "live" };
  return { state: freshness.parts === undefined ? "starting" : "away" };
}
