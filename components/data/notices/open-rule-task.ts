import { createDialogState, type OpenTask } from "#components/ui/overlay/dialog-state.ts";
import type { RuleSubject, WatchedEvents, WatchRule } from "#lib/contract/notices.ts";
import type { Message } from "#lib/language/text.ts";

/** What a new rule begins with; without events, with the usual one. */
interface RuleStart {
  readonly name?: Message;
  readonly subject: RuleSubject;
  readonly events?: WatchedEvents;
}

/** What the watch rule dialog is opened for: to add a rule for a subject, or to edit a rule. */
type RuleTask =
  | { readonly kind: "new"; readonly subject: RuleSubject }
  /** The subject is chosen in the dialog. */
  | { readonly kind: "new-from"; readonly template: RuleStart }
  | { readonly kind: "edit"; readonly rule: WatchRule };

export type OpenRuleTask = OpenTask<RuleTask>;

export const { door: ruleDialog, openTask: openRuleTask } = createDialogState<RuleTask>();
