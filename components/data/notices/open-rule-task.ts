import { createDialogState, type OpenTask } from "#components/ui/overlay/dialog-state.ts";
import type { RuleSubject, WatchRule } from "#lib/contract/notices.ts";

/** What the watch rule dialog is opened for: to add a rule for a subject, or to edit a rule. */
type RuleTask =
  | { readonly kind: "new"; readonly subject: RuleSubject }
  | { readonly kind: "edit"; readonly rule: WatchRule };

export type OpenRuleTask = OpenTask<RuleTask>;

export const { door: ruleDialog, openTask: openRuleTask } = createDialogState<RuleTask>();
