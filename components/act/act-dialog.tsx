"use client";

import {
  createContext,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from "react";
import { useNotices } from "#components/data/notices.ts";
import { isJournalKept, useAnyRequest } from "#components/data/request-journal.ts";
import type { Act, ActAccepted } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { useHeldActs } from "./held-acts.ts";

// Nobody needs previews, consent and overlays before somebody asks for an act.
const load = () => import("./act-prompt.tsx");
const ActPrompt = lazy(async () => ({ default: (await load()).ActPrompt }));
const ActFollower = lazy(async () => ({ default: (await import("./act-follower.tsx")).ActFollower }));

/** An act that somebody asks for. Nothing is sent before its preview was shown and confirmed. */
export interface ActRequest {
  readonly cluster: FleetRow;
  readonly act: Act;
  /** The act in words, beginning with a verb: `Reconcile`, `Update to 1.35.6`. It names the dialog, and the act in the journal. */
  readonly title: string;
  /** What opened it: it gets the focus back, and a small confirmation stands beside it. */
  readonly opener: HTMLElement | null | RefObject<HTMLElement | null>;
  /** The garden has taken the request. What comes of it is followed without any doing. */
  readonly onAccepted?: (accepted: ActAccepted) => void;
}

export interface ActDialogs {
  readonly open: (request: ActRequest) => void;
  readonly close: () => void;
  /** What is open now. */
  readonly opened: ActRequest | undefined;
  /** Starts loading what a dialog needs; called when the pointer comes near. */
  readonly preload: () => unknown;
}

const ActDialogContext = createContext<ActDialogs>({
  open: () => undefined,
  close: () => undefined,
  opened: undefined,
  preload: () => undefined,
});

/** Opens the preview of an act, from a form or a menu. A form only composes the act; it never sends by itself. */
export function useActDialog(): ActDialogs {
  return useContext(ActDialogContext);
}

/** The one place where acts are confirmed; there is at most one open at a time. */
export function ActDialogProvider({ children }: { readonly children: ReactNode }) {
  const [opened, setOpened] = useState<ActRequest>();
  const follows = useFollows();
  const open = useCallback((request: ActRequest) => setOpened(request), []);
  const close = useCallback(() => setOpened(undefined), []);
  const dialogs = useMemo(() => ({ open, close, opened, preload: load }), [open, close, opened]);
  return (
    <ActDialogContext value={dialogs}>
      {children}
      <Suspense>{opened && <ActPrompt request={opened} onClose={close} />}</Suspense>
      <Suspense>{(follows || opened !== undefined) && <ActFollower />}</Suspense>
    </ActDialogContext>
  );
}

/** Whether there is anything to follow or to keep: something was sent or said, now or before this page was loaded anew. */
function useFollows(): boolean {
  const [kept, setKept] = useState(false);
  useEffect(() => setKept(isJournalKept()), []);
  const sent = useAnyRequest();
  const said = useNotices().length > 0;
  const held = useHeldActs().length > 0;
  return kept || sent || said || held;
}
