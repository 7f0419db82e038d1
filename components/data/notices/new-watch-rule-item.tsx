import { BellPlus } from "lucide-react";
import { MenuItem } from "#components/ui/overlay/menu.tsx";
import type { RuleSubject } from "#lib/contract/notices.ts";
import { text } from "#lib/language/text.ts";
import { openRuleTask } from "./open-rule-task.ts";

/** Menu item that creates a watch rule for a cluster or for the list a page shows. */
export function NewWatchRuleItem({ subject }: { readonly subject: RuleSubject }) {
  return (
    <MenuItem onSelect={() => openRuleTask({ kind: "new", subject })}>
      <BellPlus aria-hidden />
      {text("Tell me when…")}
    </MenuItem>
  );
}
