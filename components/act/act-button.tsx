import type { ReactNode } from "react";
import { useRef } from "react";
import { Button, type ButtonProps } from "#components/ui/button.tsx";
import type { Act, ConfirmActResponse } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import { type RequestedAct, useActDialog } from "./act-dialog.tsx";
import { useActBlocker } from "./use-act-blocker.ts";

export interface ActButtonProps {
  readonly cluster: FleetRow;
  /** The action to request. A function is called on click; if it returns undefined, no preview opens. */
  readonly act: Act | (() => Act | undefined);
  /** For actions that write whole lists: makes the action again from the latest Shoot. */
  readonly remake?: RequestedAct["remake"];
  readonly label: ReactNode;
  /** Name of the action, beginning with a verb; by default the label if that is a string. */
  readonly title?: string;
  readonly icon?: ReactNode;
  /** Tooltip of a button without text. */
  readonly hint?: string;
  readonly variant?: ButtonProps["variant"];
  readonly size?: ButtonProps["size"];
  /** Reason why the action makes no sense now, if that is known without a preview. */
  readonly disabledReason?: string | undefined;
  readonly onAccepted?: (accepted: ConfirmActResponse) => void;
  readonly className?: string;
  readonly "aria-label"?: string;
  readonly "aria-keyshortcuts"?: string;
  /** Set to -1 where another row of the grid is the tab stop. */
  readonly tabIndex?: number;
  /** Whether the button is in a grid cell, which is reached with the arrow keys instead of Tab. */
  readonly inGrid?: boolean;
}

/** Button that opens the preview of an action on a cluster. Riskier actions require more consent in the preview. */
export function ActButton({ cluster, act, label, title, icon, disabledReason, onAccepted, ...look }: ActButtonProps) {
  const { remake, inGrid = false, hint, ...props } = look;
  const button = useRef<HTMLButtonElement>(null);
  const { open, close, opened, preload } = useActDialog();
  const obstacle = useActBlocker(cluster);
  const expanded = opened?.opener === button;
  const ask = () => {
    if (expanded) return close();
    const asked = typeof act === "function" ? act() : act;
    if (asked === undefined) return;
    const words = title ?? (typeof label === "string" ? label.replace(/\s*(…|\.{3})$/, "") : text("Change"));
    open({
      cluster,
      act: asked,
      title: words,
      opener: button,
      ...(remake && { remake }),
      ...(onAccepted && { onAccepted }),
    });
  };
  return (
    <Button
      {...props}
      {...(inGrid && { "data-grid-widget": true, tabIndex: -1 })}
      {...(hint !== undefined && { title: hint })}
      ref={button}
      disabledReason={expanded ? undefined : (obstacle ?? disabledReason)}
      aria-haspopup="dialog"
      aria-expanded={expanded}
      onPointerEnter={preload}
      onClick={ask}
    >
      {icon}
      {label}
    </Button>
  );
}
