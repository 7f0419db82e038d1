import { type Message, message } from "#lib/language/text.ts";
import type { DistantDeadEnd } from "#lib/policy/versions/dead-end-horizon.ts";

/** What every forecast assumes: said once on a screen, and in each entry of a file. */
export const forecastAssumption = message("A forecast: it assumes that the profile and the cluster stay as they are.");

/** What a calendar can show, each switched on and off by itself. */
export const calendarLayers = ["k8s", "image", "stage", "forced", "lifetime", "rotation", "window"] as const;
export type CalendarLayer = (typeof calendarLayers)[number];

/** Windows come every day, and rotations are a recommendation: both are there for whoever asks for them. */
export const defaultLayers: readonly CalendarLayer[] = ["k8s", "image", "stage", "forced", "lifetime"];

export const layerLabels: Readonly<Record<CalendarLayer, Message>> = {
  k8s: message("Kubernetes versions end"),
  image: message("Machine images end"),
  stage: message("Stages begin"),
  forced: message("Forced updates and dead ends"),
  lifetime: message("Lifetimes of clusters end"),
  rotation: message("Rotations due"),
  window: message("Windows of clusters with held-back changes"),
};

/** One cluster in an event, as lists name it. */
export interface EventCluster {
  readonly project: string;
  readonly name: string;
}

export type EventHue = "negative" | "caution" | "info" | "notice" | "neutral";

/** Something with a date. Instants are epoch milliseconds. */
export interface CalendarEvent {
  /** What it is about, never when: it stays the same when the date moves. */
  readonly id: string;
  readonly layer: CalendarLayer;
  readonly at: number;
  /** When it is an interval in which something happens at a moment that nobody knows. */
  readonly until?: number;
  /**
   * When it became due, for what is due already: `at` is then about when a forecast was made, which is another moment
   * on each server. `undated` where nothing says since when.
   */
  readonly dueSince?: { readonly at: number; readonly until: number } | "undated";
  /** What the title says, the same in every language and in other words: events with equal titles share it. */
  readonly about: string;
  /** What happens, without counting: `1.33.4 ends in gcp`. */
  readonly title: string;
  /** The same in the fewest words, for a chip: `1.33.4`, `1.34.9 minor`, `no 1.37 yet`. */
  readonly short: string;
  /** Whole sentences: the source of the date, what comes of it. */
  readonly facts: readonly string[];
  /** What selects the clusters to which just this happens, whenever it comes: filters of the list of clusters. */
  readonly change?: readonly (readonly [key: string, value: string])[];
  readonly clusters: readonly EventCluster[];
  /** The list of exactly these clusters, as a query of the list of clusters; absent where no query selects them. */
  readonly filter?: string;
  readonly hue: EventHue;
  /** Of a dead end: what its hue depends on, which changes as it comes nearer. */
  readonly deadEnd?: DistantDeadEnd;
}
