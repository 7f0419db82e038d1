import { type Message, message, text } from "#lib/language/text.ts";

export const keyScopes = ["Everywhere", "Clusters", "A cluster", "Other pages"] as const;
export type KeyScope = (typeof keyScopes)[number];

export const keyScopeLabels: Readonly<Record<KeyScope, Message>> = {
  Everywhere: message("Everywhere"),
  Clusters: message("Clusters"),
  "A cluster": message("A cluster"),
  "Other pages": message("Other pages"),
};

export interface KeyDefinition {
  /** Names as in `KeyboardEvent.key`. Keys with a common meaning, such as next and previous, share an entry. */
  readonly keys: readonly string[];
  readonly does: Message;
  readonly where: KeyScope;
}

/**
 * Keyboard shortcuts of the application, except those of widgets, for listeners, help and palette; letters after `g`
 * are defined with their pages. No key changes a cluster: keys of actions open a menu or a preview.
 */
export const keyDefinitions = [
  { keys: ["/"], does: message("Search"), where: "Everywhere" },
  { keys: ["z"], does: message("Switch the time zone"), where: "Everywhere" },
  { keys: ["u"], does: message("Undo what was done or is about to be sent"), where: "Everywhere" },
  { keys: ["?"], does: message("Open this help"), where: "Everywhere" },
  { keys: ["j", "k"], does: message("Next or previous cluster"), where: "Clusters" },
  { keys: ["p"], does: message("Peek at the cluster, or leave the peek"), where: "Clusters" },
  { keys: ["x"], does: message("Select the cluster"), where: "Clusters" },
  { keys: ["a"], does: message("Actions of the cluster"), where: "Clusters" },
  { keys: ["f"], does: message("Show or hide filters, also on the forecast"), where: "Clusters" },
  { keys: ["."], does: message("Show changes held back while the list has the focus"), where: "Clusters" },
  { keys: ["a"], does: message("Actions of this cluster"), where: "A cluster" },
  { keys: ["[", "]"], does: message("Previous or next cluster of the list you came from"), where: "A cluster" },
  { keys: ["l"], does: message("Updates: next component"), where: "A cluster" },
  { keys: ["s"], does: message("Credentials: next step of the rotation"), where: "A cluster" },
  { keys: ["n"], does: message("Overview: next cause"), where: "Other pages" },
  { keys: ["t"], does: message("Calendar: today"), where: "Other pages" },
  { keys: ["1", "2", "3", "4"], does: message("Forecast: go to a section"), where: "Other pages" },
  { keys: ["+", "-"], does: message("Versions: zoom"), where: "Other pages" },
] as const satisfies readonly KeyDefinition[];

/** Key that opens a page together with the letter pressed next. */
export const pageSequenceKey = {
  keys: ["g"],
  does: message("Go to a page: press its letter next"),
  where: "Everywhere",
} as const satisfies KeyDefinition;

/** Key name that a page may listen to. */
export type ListenableKey = (typeof keyDefinitions | readonly [typeof pageSequenceKey])[number]["keys"][number];

/** Shortcuts besides single characters. Unlikely by accident, they stay enabled when single-character keys are off. */
export const nonCharacterKeys: readonly KeyDefinition[] = [
  { keys: ["Enter"], does: message("Open the cluster"), where: "Clusters" },
  { keys: ["Space"], does: message("Peek at the cluster; arrows go on, Esc leaves"), where: "Clusters" },
  { keys: ["Ctrl+K"], does: message("Go to anything or run anything: the command palette"), where: "Everywhere" },
  { keys: ["←", "→"], does: message("Close or open the group, at its head"), where: "Clusters" },
  { keys: ["Shift+Space"], does: message("Select the cluster; Shift with an arrow extends"), where: "Clusters" },
];

/** Returns the shortcuts of one part of the application, in the order of the help. */
export function keyDefinitionsInScope(place: KeyScope): readonly KeyDefinition[] {
  return [...nonCharacterKeys, ...keyDefinitions].filter(({ where }) => where === place);
}

const keyNames: Readonly<Record<string, Message>> = {
  Enter: message("Enter"),
  Space: message("Space"),
  "Ctrl+K": message("Ctrl+K"),
  "Shift+Space": message("Shift+Space"),
};

/** Name printed on a key. */
export function keyDisplayName(key: string): string {
  const name = keyNames[key];
  return name === undefined ? key : text(name);
}
