"use client";

import { Suspense } from "react";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useStateStore } from "#components/ui/state/store.ts";
import { templateDialog } from "./open-template-task.ts";

const TemplateTaskDialog = lazyComponent(async () => (await import("./template-task-dialog.tsx")).TemplateTaskDialog);

/** Dialogs for templates of clusters, which any page can open. */
export function TemplateDialogs() {
  const open = useStateStore(templateDialog);
  return <Suspense>{open && <TemplateTaskDialog {...open} onClose={() => templateDialog.set(undefined)} />}</Suspense>;
}
