import { createContext, type RefObject, useContext } from "react";
import type { Act, ActAccepted } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { RequestFault } from "#lib/contract/request-fault.ts";
import type { Shoot } from "#lib/garden/shoot.ts";

/** An act that somebody asks for. Nothing is sent before its preview was shown and confirmed. */
export interface ActRequest {
  readonly cluster: FleetRow;
  readonly act: Act;
  /** Makes the act anew from the cluster as it is now; for acts that write whole lists. Undefined: nothing would change. */
  readonly remake?: (shoot: Shoot) => Act | undefined;
  /** The act in words, beginning with a verb: `Reconcile`, `Update to 1.35.6`. It names the dialog, and the act in the journal. */
  readonly title: string;
  /** What opened it: it gets the focus back, and a small confirmation stands beside it. */
  readonly opener: HTMLElement | null | RefObject<HTMLElement | null>;
  /** The garden has taken the request. What comes of it is followed without any doing. */
  readonly onAccepted?: (accepted: ActAccepted) => void;
  /** It did not go through; the dialog says why. */
  readonly onRefused?: (fault: RequestFault) => void;
}

export interface ActDialogs {
  readonly open: (request: ActRequest) => void;
  readonly close: () => void;
  /** What is open now. */
  readonly opened: ActRequest | undefined;
  /** Starts loading what a dialog needs; called when the pointer comes near. */
  readonly preload: () => unknown;
}

export const ActDialogContext = createContext<ActDialogs>({
  open: () => undefined,
  close: () => undefined,
  opened: undefined,
  preload: () => undefined,
});

/** Opens the preview of an act, from a form or a menu. A form only composes the act; it never sends by itself. */
export function useActDialog(): ActDialogs {
  return useContext(ActDialogContext);
}
