"use client";

import { Suspense } from "react";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useStore } from "#components/ui/state/store.ts";
import { ruleDialog } from "./rule-door.ts";

const RuleForm = lazyComponent(async () => (await import("./rule-form.tsx")).RuleForm);

/** Dialog of watch rules, which any page may open. */
export function RuleDialogs() {
  const open = useStore(ruleDialog);
  return <Suspense>{open && <RuleForm {...open} onClose={() => ruleDialog.set(undefined)} />}</Suspense>;
}
