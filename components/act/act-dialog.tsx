import { createContext, type RefObject, useContext } from "react";
import type { Act, ConfirmActResponse } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { RequestError } from "#lib/contract/request-error.ts";
import type { Shoot } from "#lib/garden/shoot.ts";

/** An action on a cluster that the user has requested. It is sent only after its preview was shown and confirmed. */
export interface RequestedAct {
  readonly cluster: FleetRow;
  readonly act: Act;
  /** For actions that write whole lists: makes the action from the current Shoot. Undefined if nothing would change. */
  readonly remake?: (shoot: Shoot) => Act | undefined;
  /** Action name that begins with a verb: `Update to 1.35.6`. For the dialog's title and the request journal. */
  readonly title: string;
  /** Element that opened the dialog. It gets the focus back, and a small confirmation is placed beside it. */
  readonly opener: HTMLElement | null | RefObject<HTMLElement | null>;
  /** Called when the garden has accepted the request. The progress is followed without further calls. */
  readonly onAccepted?: (accepted: ConfirmActResponse) => void;
  /** Called when the request has failed. The dialog itself shows the reason. */
  readonly onRefused?: (fault: RequestError) => void;
}

export interface ActDialogControls {
  readonly open: (request: RequestedAct) => void;
  readonly close: () => void;
  /** The action whose confirmation is open. */
  readonly opened: RequestedAct | undefined;
  /** Preloads the dialog's script; called when the pointer enters a button. */
  readonly preload: () => unknown;
}

export const ActDialogContext = createContext<ActDialogControls>({
  open: () => undefined,
  close: () => undefined,
  opened: undefined,
  preload: () => undefined,
});

/** Functions that open and close an action's preview. Callers only compose an action; the dialog sends it. */
export function useActDialog(): ActDialogControls {
  return useContext(ActDialogContext);
}
