"use client";

import { createTaskDoor, type OpenTask } from "#components/ui/overlay/task-door.ts";
import type { RuleSubject, WatchRule } from "#lib/contract/notices.ts";

/** What is being done to a watch rule, in a dialog. */
type RuleTask =
  | { readonly kind: "new"; readonly subject: RuleSubject }
  | { readonly kind: "edit"; readonly rule: WatchRule };

export type OpenRuleTask = OpenTask<RuleTask>;

export const { door: ruleDoor, openTask: openRuleTask } = createTaskDoor<RuleTask>();
