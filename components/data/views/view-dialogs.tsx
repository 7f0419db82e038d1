"use client";

import { Suspense } from "react";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { useStateStore } from "#components/ui/state/store.ts";
import { viewDialog } from "./open-view-task.ts";

const DefaultViewPublisher = lazyComponent(async () => (await import("./view-name-reporter.tsx")).DefaultViewPublisher);
const ViewTaskDialog = lazyComponent(async () => (await import("./view-task-dialog.tsx")).ViewTaskDialog);

/** Dialogs for saved views, which any page can open. Also publishes the default view for links to the clusters list. */
export function ViewDialogs() {
  const open = useStateStore(viewDialog);
  return (
    <>
      <Suspense>
        <DefaultViewPublisher />
      </Suspense>
      <Suspense>{open && <ViewTaskDialog {...open} onClose={() => viewDialog.set(undefined)} />}</Suspense>
    </>
  );
}
