"use client";

import { Suspense } from "react";
import { latePart } from "#components/ui/late-part.tsx";
import { useStore } from "#components/ui/state/store.ts";
import { viewDoor } from "./view-door.ts";

const ViewTaskDialog = latePart(async () => (await import("./view-task-dialog.tsx")).ViewTaskDialog);

/** The dialogs of saved views, which any page may open. */
export function ViewDialogs() {
  const open = useStore(viewDoor);
  return <Suspense>{open && <ViewTaskDialog {...open} onClose={() => viewDoor.set(undefined)} />}</Suspense>;
}
