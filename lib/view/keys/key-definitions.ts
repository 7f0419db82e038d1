export const keyPlaces = ["Everywhere", "Clusters", "A cluster", "Other pages"] as const;
export type KeyPlace = (typeof keyPlaces)[number];

export interface KeyDefinition {
  /** As the browser names them. Those with one meaning, such as next and previous, share a line. */
  readonly keys: readonly string[];
  readonly does: string;
  readonly where: KeyPlace;
}

/**
 * Every key of the product that is not a widget's own, once. The listeners take their keys from here, and the help and the
 * palette their words; the keys that follow `g` stand with the pages that they lead to. None of them changes a cluster: the
 * keys of acts open a menu or a preview.
 */
export const keyDefinitions = [
  { keys: ["/"], does: "Search", where: "Everywhere" },
  { keys: ["z"], does: "Switch the time zone", where: "Everywhere" },
  { keys: ["u"], does: "Undo what was done or is about to be sent", where: "Everywhere" },
  { keys: ["?"], does: "Open this help", where: "Everywhere" },
  { keys: ["j", "k"], does: "Next or previous cluster", where: "Clusters" },
  { keys: ["p"], does: "Peek at the cluster, or leave the peek", where: "Clusters" },
  { keys: ["x"], does: "Select the cluster", where: "Clusters" },
  { keys: ["a"], does: "Actions of the cluster", where: "Clusters" },
  { keys: ["f"], does: "Show or hide filters, also on the forecast", where: "Clusters" },
  { keys: ["."], does: "Show changes held back while the list has the focus", where: "Clusters" },
  { keys: ["a"], does: "Actions of this cluster", where: "A cluster" },
  { keys: ["[", "]"], does: "Previous or next cluster of the list you came from", where: "A cluster" },
  { keys: ["l"], does: "Updates: next component", where: "A cluster" },
  { keys: ["s"], does: "Credentials: next step of the rotation", where: "A cluster" },
  { keys: ["n"], does: "Overview: next cause", where: "Other pages" },
  { keys: ["t"], does: "Calendar: today", where: "Other pages" },
  { keys: ["1", "2", "3", "4"], does: "Forecast: go to a section", where: "Other pages" },
  { keys: ["+", "-"], does: "Versions: zoom", where: "Other pages" },
] as const satisfies readonly KeyDefinition[];

/** Leads to a page, together with the letter that comes after it. */
export const leadingKey = {
  keys: ["g"],
  does: "Go to a page: press its letter next",
  where: "Everywhere",
} as const satisfies KeyDefinition;

/** A key that a page may listen to. */
export type PageKey = (typeof keyDefinitions | readonly [typeof leadingKey])[number]["keys"][number];

/** No characters, so they cannot fire by accident and stay when those are off; widgets that have the focus hear most. */
export const otherKeys: readonly KeyDefinition[] = [
  { keys: ["Enter"], does: "Open the cluster", where: "Clusters" },
  { keys: ["Space"], does: "Peek at the cluster; arrows go on, Esc leaves", where: "Clusters" },
  { keys: ["Ctrl+K"], does: "Go to anything or run anything: the command palette", where: "Everywhere" },
  { keys: ["←", "→"], does: "Close or open the group, at its head", where: "Clusters" },
  { keys: ["Shift+Space"], does: "Select the cluster; Shift with an arrow extends", where: "Clusters" },
];

/** The keys of a place in the order of the help. */
export function keysIn(place: KeyPlace): readonly KeyDefinition[] {
  return [...otherKeys, ...keyDefinitions].filter(({ where }) => where === place);
}
