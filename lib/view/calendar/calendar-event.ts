import { type Message, message } from "#lib/language/text.ts";
import type { DistantDeadEnd } from "#lib/policy/versions/dead-end-horizon.ts";

/** Assumption of every forecast: shown once on a screen, and in each entry of a file. */
export const forecastAssumption = message("A forecast: it assumes that the profile and the cluster stay as they are.");

/** Layers of the calendar, each of which can be switched on and off. */
export const calendarLayers = ["k8s", "image", "stage", "forced", "lifetime", "rotation", "window"] as const;
export type CalendarLayer = (typeof calendarLayers)[number];

/** Windows come every day and rotations are only recommended, so both are off by default. */
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

/** Cluster of an event, identified as in lists. */
export interface EventCluster {
  readonly project: string;
  readonly name: string;
}

export type EventHue = "negative" | "caution" | "info" | "notice" | "neutral";

/** Dated event. Instants are in epoch milliseconds. */
export interface CalendarEvent {
  /** Identity without the date, so that it stays the same when the date moves. */
  readonly id: string;
  readonly layer: CalendarLayer;
  readonly at: number;
  /** End of the interval, if the exact moment is unknown. */
  readonly until?: number;
  /**
   * When an overdue event was due. Its `at` is about the time of the forecast, which differs between servers. `undated`
   * if the time is unknown.
   */
  readonly dueSince?: { readonly at: number; readonly until: number } | "undated";
  /** Identity of the title, the same in every language: events with equal titles share it. */
  readonly about: string;
  /** Title without a count: `1.33.4 ends in gcp`. */
  readonly title: string;
  /** Short title for a chip: `1.33.4`, `1.34.9 minor`, `no 1.37 yet`. */
  readonly short: string;
  /** Profile whose version the event is about, as in addresses. */
  readonly profile?: string;
  /** Sentences: the source of the date and the consequences. */
  readonly facts: readonly string[];
  /** Filters of the cluster list that select the clusters with this event, at any time. */
  readonly change?: readonly (readonly [key: string, value: string])[];
  readonly clusters: readonly EventCluster[];
  /** Query that selects exactly these clusters in the list; absent if no query does. */
  readonly filter?: string;
  readonly hue: EventHue;
  /** Dead end, whose urgency determines the hue and changes with time. */
  readonly deadEnd?: DistantDeadEnd;
}
