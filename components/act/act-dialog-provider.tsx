"use client";

import { type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import { useStoredToastMessages } from "#components/data/storage/notices.ts";
import { isJournalStored, useHasActRequests } from "#components/data/storage/request-journal.ts";
import { useUndoableEntries } from "#components/data/storage/undoable.ts";
import { lazyComponent, preloadModule } from "#components/ui/lazy-component.tsx";
import { useIsPageIdleAfterActivity } from "#components/ui/state/use-idle.ts";
import { ActDialogContext, type RequestedAct } from "./act-dialog.tsx";

// Loaded on demand, because the dialog's code is not needed before an action is requested.
const load = () => import("./act-confirmation-prompt.tsx");
const ActConfirmationPrompt = lazyComponent(async () => (await load()).ActConfirmationPrompt);
const preload = () => preloadModule(load);
const loadFollower = () => import("./act-outcome-notifier.tsx");
const ActOutcomeNotifier = lazyComponent(async () => (await loadFollower()).ActOutcomeNotifier);
const loadUndo = () => import("./undo-notices.tsx");
const UndoNotices = lazyComponent(async () => (await loadUndo()).UndoNotices);

/** Provider of the single dialog in which an action on a cluster is confirmed; at most one action is open at a time. */
export function ActDialogProvider({ children }: { readonly children: ReactNode }) {
  const [opened, setOpened] = useState<RequestedAct>();
  const follows = useFollows();
  const undoes = useUndoableEntries().length > 0;
  const idle = useIsPageIdleAfterActivity();
  useEffect(() => {
    // Preloaded so that the dialog still opens while the server is unreachable or already serves another release.
    if (!idle) return;
    preloadModule(load);
    preloadModule(loadFollower);
    preloadModule(loadUndo);
  }, [idle]);
  const dialogs = useMemo(() => ({ open: setOpened, close: () => setOpened(undefined), opened, preload }), [opened]);
  return (
    <ActDialogContext value={dialogs}>
      {children}
      <Suspense>{opened && <ActConfirmationPrompt request={opened} onClose={dialogs.close} />}</Suspense>
      <Suspense>{(follows || opened !== undefined) && <ActOutcomeNotifier />}</Suspense>
      <Suspense>{(idle || undoes) && <UndoNotices />}</Suspense>
    </ActDialogContext>
  );
}

/** Whether this tab has action requests or toasts to follow or to store, including those from before a reload. */
function useFollows(): boolean {
  const [kept, setKept] = useState(false);
  useEffect(() => setKept(isJournalStored()), []);
  const sent = useHasActRequests();
  const said = useStoredToastMessages().length > 0;
  return kept || sent || said;
}
