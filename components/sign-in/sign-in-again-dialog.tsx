import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { needsSignIn } from "#components/data/calls/api-problem.ts";
import { announceSession } from "#components/data/calls/session-renewal.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { text } from "#lib/language/text.ts";
import { SignInMethods } from "./sign-in-methods.tsx";

/** Dialog to sign in without leaving the page. An identity provider opens in another tab, which notifies this one. */
export function SignInAgainDialog({ onClose }: { readonly onClose: () => void }) {
  const { data: session, error } = useQuery(sessionQuery);
  const ended = session === undefined || needsSignIn(error);
  const opener = useRef(document.activeElement instanceof HTMLElement ? document.activeElement : null);
  const enter = () => {
    announceSession();
    onClose();
  };
  return (
    <Dialog
      urgent
      onClose={onClose}
      opener={opener}
      title={ended ? text("Your session has ended") : text("Sign in again")}
      description={text("Sign in again to continue. This page keeps everything you have typed.")}
    >
      <SignInMethods above onEntered={enter} />
    </Dialog>
  );
}
