"use client";

import { Suspense } from "react";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useStateStore } from "#components/ui/state/store.ts";
import { ruleDialog } from "./open-rule-task.ts";

const RuleForm = lazyComponent(async () => (await import("./rule-form.tsx")).RuleForm);

/** Dialog of watch rules, which any page may open. */
export function RuleDialogs() {
  const open = useStateStore(ruleDialog);
  return <Suspense>{open && <RuleForm {...open} onClose={() => ruleDialog.set(undefined)} />}</Suspense>;
}
