"use client";

import { Suspense } from "react";
import { latePart } from "#components/ui/late-part.tsx";
import { useStore } from "#components/ui/state/store.ts";
import { ruleDoor } from "./rule-door.ts";

const RuleForm = latePart(async () => (await import("./rule-form.tsx")).RuleForm);

/** The dialog of watch rules, which any page may open. */
export function RuleDialogs() {
  const open = useStore(ruleDoor);
  return <Suspense>{open && <RuleForm {...open} onClose={() => ruleDoor.set(undefined)} />}</Suspense>;
}
