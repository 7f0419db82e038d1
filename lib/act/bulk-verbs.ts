import { type Message, message } from "#lib/language/text.ts";

/** Names of the actions that bulk runs offer, as stored. */
export const bulkVerbs = [
  ...([
    "Reconcile",
    "Maintain",
    "Retry",
    "Update",
    "Hibernate",
    "Wake up",
    "Move",
    "Extend",
    "Rotate",
    "Complete",
  ] as const),
] as const;
export type BulkVerb = (typeof bulkVerbs)[number];

interface VerbLabels {
  /** Label of the button that opens the plan of a bulk run. */
  readonly button: Message;
  /** Label of the button that starts a bulk run: `Reconcile 14 clusters`. */
  readonly order: Message;
  /** Lower-case form of the verb, which the user types to confirm a bulk run. */
  readonly phrase: Message;
}

/** Labels of each bulk verb. */
export const bulkVerbLabels: Readonly<Record<BulkVerb, VerbLabels>> = {
  Reconcile: {
    button: message("Reconcile"),
    order: message("Reconcile {clusters, plural, one {# cluster} other {# clusters}}"),
    phrase: message("reconcile {clusters, plural, one {# cluster} other {# clusters}}"),
  },
  Maintain: {
    button: message("Maintain"),
    order: message("Maintain {clusters, plural, one {# cluster} other {# clusters}}"),
    phrase: message("maintain {clusters, plural, one {# cluster} other {# clusters}}"),
  },
  Retry: {
    button: message("Retry"),
    order: message("Retry {clusters, plural, one {# cluster} other {# clusters}}"),
    phrase: message("retry {clusters, plural, one {# cluster} other {# clusters}}"),
  },
  Update: {
    button: message("Update"),
    order: message("Update {clusters, plural, one {# cluster} other {# clusters}}"),
    phrase: message("update {clusters, plural, one {# cluster} other {# clusters}}"),
  },
  Hibernate: {
    button: message("Hibernate"),
    order: message("Hibernate {clusters, plural, one {# cluster} other {# clusters}}"),
    phrase: message("hibernate {clusters, plural, one {# cluster} other {# clusters}}"),
  },
  "Wake up": {
    button: message("Wake up"),
    order: message("Wake up {clusters, plural, one {# cluster} other {# clusters}}"),
    phrase: message("wake up {clusters, plural, one {# cluster} other {# clusters}}"),
  },
  Move: {
    button: message("Move to CredentialsBindings"),
    order: message("Move {clusters, plural, one {# cluster} other {# clusters}}"),
    phrase: message("move {clusters, plural, one {# cluster} other {# clusters}}"),
  },
  Extend: {
    button: message("Extend lifetime"),
    order: message("Extend {clusters, plural, one {# cluster} other {# clusters}}"),
    phrase: message("extend {clusters, plural, one {# cluster} other {# clusters}}"),
  },
  Rotate: {
    button: message("Rotate"),
    order: message("Rotate {clusters, plural, one {# cluster} other {# clusters}}"),
    phrase: message("rotate {clusters, plural, one {# cluster} other {# clusters}}"),
  },
  Complete: {
    button: message("Complete"),
    order: message("Complete {clusters, plural, one {# cluster} other {# clusters}}"),
    phrase: message("complete {clusters, plural, one {# cluster} other {# clusters}}"),
  },
};
