import { type Message, message } from "#lib/language/text.ts";
import type { DeadEndUrgencyInput } from "#lib/policy/versions/dead-end-horizon.ts";

/** Text about the assumption of every forecast, shown once on a page and in each entry of an exported file. */
export const forecastAssumption = message("A forecast: it assumes that the profile and the cluster stay as they are.");

/** Layers of the calendar, each of which the user can show or hide. */
export const calendarLayers = ["k8s", "image", "stage", "forced", "lifetime", "project", "rotation", "window"] as const;
export type CalendarLayer = (typeof calendarLayers)[number];

/** Calendar layers shown by default: not windows, which come every day, nor rotations, which are only recommended. */
export const defaultLayers: readonly CalendarLayer[] = ["k8s", "image", "stage", "forced", "lifetime", "project"];

export const layerLabels: Readonly<Record<CalendarLayer, Message>> = {
  k8s: message("Kubernetes versions end"),
  image: message("Machine images end"),
  stage: message("Stages begin"),
  forced: message("Forced updates and dead ends"),
  lifetime: message("Lifetimes of clusters end"),
  project: message("Unused projects"),
  rotation: message("Rotations due"),
  window: message("Windows of clusters with held-back changes"),
};

/** Cluster of an event, identified as in lists. */
export interface EventCluster {
  readonly project: string;
  readonly name: string;
  /** Set if the cluster is not ready for the forced update that the event is about. */
  readonly isNotReady?: true;
}

export type EventHue = "negative" | "caution" | "info" | "notice" | "neutral";

/** Event in the calendar. Instants are in epoch milliseconds. */
export interface CalendarEvent {
  /** Id of the event without the date, so that it stays the same when the date moves. */
  readonly id: string;
  readonly layer: CalendarLayer;
  readonly at: number;
  /** End of the interval in which the event occurs, if the exact time is unknown. */
  readonly until?: number;
  /**
   * Time since which an overdue event is due; `undated` if it is unknown. `at` of such an event is about the time of
   * the forecast, which differs between servers.
   */
  readonly dueSince?: { readonly at: number; readonly until: number } | "undated";
  /** Language-independent id of the title: events with equal titles share it. */
  readonly about: string;
  /** Title of the event without a number of clusters: `1.33.4 ends in gcp`. */
  readonly title: string;
  /** Short title for a chip: `1.33.4`, `1.34.9 minor`, `no 1.37 yet`. */
  readonly short: string;
  /** Profile whose version the event is about, named as in URLs. */
  readonly profile?: string;
  /** Sentences about the event: the source of the date and the consequences. */
  readonly facts: readonly string[];
  /** Filters of the cluster list that select the clusters with this event, at any time. */
  readonly change?: readonly (readonly [key: string, value: string])[];
  readonly clusters: readonly EventCluster[];
  /** Name of the project that the event is about; absent for events of versions and clusters. */
  readonly project?: string;
  /** Query of the cluster list that selects exactly the event's clusters; absent if no query does. */
  readonly filter?: string;
  readonly hue: EventHue;
  /** Dead end whose urgency determines the event's colour and changes with time. */
  readonly deadEnd?: DeadEndUrgencyInput;
}
