import { createContext, type RefObject, useContext } from "react";
import type { Act, ConfirmActResponse } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { RequestError } from "#lib/contract/request-error.ts";
import type { Shoot } from "#lib/garden/shoot.ts";

/** Act requested by the user. Nothing is sent before its preview was shown and confirmed. */
export interface RequestedAct {
  readonly cluster: FleetRow;
  readonly act: Act;
  /** Makes the act again from the current cluster, for acts that write whole lists. Undefined: nothing would change. */
  readonly remake?: (shoot: Shoot) => Act | undefined;
  /** Name of the act, beginning with a verb: `Update to 1.35.6`. Used in the dialog's title and in the journal. */
  readonly title: string;
  /** Element that opened it: it gets the focus back, and a small confirmation is placed beside it. */
  readonly opener: HTMLElement | null | RefObject<HTMLElement | null>;
  /** Called when the garden accepted the request. Its progress is followed automatically. */
  readonly onAccepted?: (accepted: ConfirmActResponse) => void;
  /** Called when the request failed; the dialog shows the reason. */
  readonly onRefused?: (fault: RequestError) => void;
}

export interface ActDialogs {
  readonly open: (request: RequestedAct) => void;
  readonly close: () => void;
  /** The request open now. */
  readonly opened: RequestedAct | undefined;
  /** Preloads the dialog's script; called when the pointer comes near. */
  readonly preload: () => unknown;
}

export const ActDialogContext = createContext<ActDialogs>({
  open: () => undefined,
  close: () => undefined,
  opened: undefined,
  preload: () => undefined,
});

/** Returns the functions that open an act's preview. Forms and menus only compose an act; they never send it. */
export function useActDialog(): ActDialogs {
  return useContext(ActDialogContext);
}
