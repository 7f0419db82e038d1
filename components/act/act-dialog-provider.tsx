"use client";

import { type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import { useNotices } from "#components/data/storage/notices.ts";
import { isJournalStored, useAnyRequest } from "#components/data/storage/request-journal.ts";
import { useUndoables } from "#components/data/storage/undoable.ts";
import { lazyComponent, loadEarly } from "#components/ui/lazy-component.tsx";
import { useAttendedIdle } from "#components/ui/state/use-idle.ts";
import { ActDialogContext, type RequestedAct } from "./act-dialog.tsx";

// Loaded on demand: previews, consent and overlays are not needed before an act is requested.
const load = () => import("./act-prompt.tsx");
const ActPrompt = lazyComponent(async () => (await load()).ActPrompt);
const preload = () => loadEarly(load);
const loadFollower = () => import("./act-follower.tsx");
const ActFollower = lazyComponent(async () => (await loadFollower()).ActFollower);
const loadUndo = () => import("./undo-notices.tsx");
const UndoNotices = lazyComponent(async () => (await loadUndo()).UndoNotices);

/** Provider of the single dialog in which acts are confirmed; at most one is open at a time. */
export function ActDialogProvider({ children }: { readonly children: ReactNode }) {
  const [opened, setOpened] = useState<RequestedAct>();
  const follows = useFollows();
  const undoes = useUndoables().length > 0;
  const idle = useAttendedIdle();
  useEffect(() => {
    // Preloaded so that dialogs still open when the server is away or has the files of another release.
    if (!idle) return;
    loadEarly(load);
    loadEarly(loadFollower);
    loadEarly(loadUndo);
  }, [idle]);
  const dialogs = useMemo(() => ({ open: setOpened, close: () => setOpened(undefined), opened, preload }), [opened]);
  return (
    <ActDialogContext value={dialogs}>
      {children}
      <Suspense>{opened && <ActPrompt request={opened} onClose={dialogs.close} />}</Suspense>
      <Suspense>{(follows || opened !== undefined) && <ActFollower />}</Suspense>
      <Suspense>{(idle || undoes) && <UndoNotices />}</Suspense>
    </ActDialogContext>
  );
}

/** Whether there are requests or toasts to follow or store, from now or from before a reload. */
function useFollows(): boolean {
  const [kept, setKept] = useState(false);
  useEffect(() => setKept(isJournalStored()), []);
  const sent = useAnyRequest();
  const said = useNotices().length > 0;
  return kept || sent || said;
}
