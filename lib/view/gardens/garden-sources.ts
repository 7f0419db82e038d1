import type { GardenEntry } from "#lib/contract/gardens.ts";
import { text } from "#lib/language/text.ts";
import { toInlineLabel } from "#lib/language/to-inline-label.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { formatList } from "#lib/words/format-list.ts";
import { gardenDataStatusLabel } from "./garden-data-status-label.ts";

/** Garden with the state of the request for its counts. */
export interface GardenWithCounts extends Pick<GardenEntry, "name" | "standing" | "user"> {
  /** Result of the request: the counts have arrived, it is still waiting, or its error. */
  readonly answer: "figures" | "waiting" | { readonly fault: string };
}

/** Sentences about the sources of a page across gardens, naming each garden that is missing or not live. */
export function describeSources(gardens: readonly GardenWithCounts[], clock: DisplayClock): readonly string[] {
  const told = gardens.filter(({ answer }) => answer === "figures").map(({ name }) => name);
  const strangers = gardens.filter(({ user }) => user === undefined).map(({ name }) => name);
  return [
    ...(told.length === 0 ? [] : [text("From {told}.", { told: formatList(told) })]),
    ...gardens.flatMap((garden) => sentencesOf(garden, clock)),
    ...(strangers.length === 0
      ? []
      : [text("Without {strangers}: you are not signed in there.", { strangers: formatList(strangers) })]),
  ];
}

function sentencesOf({ name, standing, user, answer }: GardenWithCounts, clock: DisplayClock): readonly string[] {
  if (user === undefined) return [];
  if (answer === "waiting") return [text("{name} is being counted.", { name })];
  if (answer !== "figures") return [text("Without {name}: {fault}", { name, fault: answer.fault })];
  if (standing === undefined || standing.state === "live") return [];
  return [`${name}: ${toInlineLabel(gardenDataStatusLabel(standing, clock).text)}.`];
}
