"use client";

import { Suspense } from "react";
import { latePart } from "#components/ui/late-part.tsx";
import { useStore } from "#components/ui/state/store.ts";
import { useIdle } from "#components/ui/state/use-idle.ts";
import { viewDoor } from "./view-door.ts";

const FirstAddressTeller = latePart(async () => (await import("./first-address-teller.tsx")).FirstAddressTeller);
const ViewTaskDialog = latePart(async () => (await import("./view-task-dialog.tsx")).ViewTaskDialog);

/** The dialogs of saved views, which any page may open, and what tells the navigation of the default one. */
export function ViewDialogs() {
  const open = useStore(viewDoor);
  const idle = useIdle();
  return (
    <>
      <Suspense>{idle && <FirstAddressTeller />}</Suspense>
      <Suspense>{open && <ViewTaskDialog {...open} onClose={() => viewDoor.set(undefined)} />}</Suspense>
    </>
  );
}
