import "server-only";
import { type GardenEntry, gardensSchema, type Standing } from "#lib/contract/gardens.ts";
import { text } from "#lib/language/text.ts";
import type { Almanac } from "./container.ts";
import type { GardenSlot, Gardens } from "./gardens.ts";

/** A line for each garden of several: `canary live`, `live last known 2026-11-24T10:00:00.000Z`. */
export function readinessLines({ all }: Pick<Gardens, "all">): readonly string[] {
  return all.flatMap((slot) => (slot.name === undefined ? [] : [`${slot.name} ${wordsOf(standingOf(slot.app()))}`]));
}

/** What anybody is told of the gardens, and who the browser is in each. */
export async function describeGardens({ all }: Pick<Gardens, "all">, cookieHeader: string | null) {
  const gardens = await Promise.all(all.map((slot) => entryOf(slot, cookieHeader)));
  return gardensSchema.parse({ gardens: gardens.flat() });
}

async function entryOf({ name, sessions, app }: GardenSlot, cookieHeader: string | null): Promise<GardenEntry[]> {
  if (name === undefined) return [];
  const reading = await sessions.read(cookieHeader);
  const kind = app()?.gardenSummary.kind;
  const entry = { name, ...(kind === undefined ? {} : { kind }), standing: standingOf(app()) };
  if (reading.kind !== "active" && reading.kind !== "lapsed") return [entry];
  const { name: user, displayName } = reading.session.user;
  return [{ ...entry, user: { name: user, ...(displayName === undefined ? {} : { displayName }) } }];
}

function standingOf(app: Almanac | undefined): Standing {
  const freshness = app?.fleet.freshness();
  if (freshness === undefined) return { state: "starting" };
  if (freshness.state === "stale") return { state: "stale", since: freshness.since };
  if (freshness.state === "live") return { state: "live" };
  return { state: freshness.parts === undefined ? "starting" : "away" };
}

function wordsOf(standing: Standing): string {
  switch (standing.state) {
    case "live":
      return "live";
    case "stale":
      return text("last known {since}", { since: standing.since });
    case "starting":
      return text("being read");
    case "away":
      return text("not answering");
  }
}
