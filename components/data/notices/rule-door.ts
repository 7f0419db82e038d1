import { createDialogState, type OpenTask } from "#components/ui/overlay/dialog-state.ts";
import type { RuleSubject, WatchRule } from "#lib/contract/notices.ts";

/** Task of the watch rule dialog. */
type RuleTask =
  | { readonly kind: "new"; readonly subject: RuleSubject }
  | { readonly kind: "edit"; readonly rule: WatchRule };

export type OpenRuleTask = OpenTask<RuleTask>;

export const { door: ruleDialog, openTask: openRuleTask } = createDialogState<RuleTask>();
