import { createDialogState, type OpenDialogTask } from "#components/ui/overlay/dialog-state.ts";
import type { RuleSubject, WatchedEvents, WatchRule } from "#lib/contract/notices.ts";
import type { Message } from "#lib/language/text.ts";

/** Initial values of a new watch rule; without events, the default ones. */
interface RuleStart {
  readonly name?: Message;
  readonly subject: RuleSubject;
  readonly events?: WatchedEvents;
}

/** What the watch rule dialog is opened for: a new rule for a given subject, a new rule from a template, or an edit. */
type RuleTask =
  | { readonly kind: "new"; readonly subject: RuleSubject }
  /** The subject is chosen in the dialog. */
  | { readonly kind: "new-from"; readonly template: RuleStart }
  | { readonly kind: "edit"; readonly rule: WatchRule };

export type OpenRuleTask = OpenDialogTask<RuleTask>;

export const { door: ruleDialog, openTask: openRuleTask } = createDialogState<RuleTask>();
