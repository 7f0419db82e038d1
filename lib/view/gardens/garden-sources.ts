import type { GardenEntry } from "../../contract/gardens.ts";
import type { Clock } from "../../words/clock.ts";
import { listed } from "../../words/words.ts";
import { standingWords } from "./standing-words.ts";

/** A garden, and what became of the question for its figures. */
export interface GardenAsked extends Pick<GardenEntry, "name" | "standing" | "user"> {
  /** What was answered: figures, nothing yet, or why there are none. */
  readonly answer: "figures" | "waiting" | { readonly fault: string };
}

/** Sentences about what a page of several gardens rests on: each that is not in it, or not live, by its name. */
export function sourceSentences(gardens: readonly GardenAsked[], clock: Clock): readonly string[] {
  const told = gardens.filter(({ answer }) => answer === "figures").map(({ name }) => name);
  const strangers = gardens.filter(({ user }) => user === undefined).map(({ name }) => name);
  return [
    ...(told.length === 0 ? [] : [`From ${listed(told)}.`]),
    ...gardens.flatMap((garden) => sentencesOf(garden, clock)),
    ...(strangers.length === 0 ? [] : [`Without ${listed(strangers)}: you are not signed in there.`]),
  ];
}

function sentencesOf({ name, standing, user, answer }: GardenAsked, clock: Clock): readonly string[] {
  if (user === undefined) return [];
  if (answer === "waiting") return [`${name} is being counted.`];
  if (answer !== "figures") return [`Without ${name}: ${answer.fault}`];
  const { text } = standingWords(standing, clock);
  return standing.state === "live" ? [] : [`${name}: ${text.toLowerCase()}.`];
}
