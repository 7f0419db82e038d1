import type { ReactNode } from "react";
import { useRef } from "react";
import { Button, type ButtonProps } from "#components/ui/button.tsx";
import type { Act, ConfirmActResponse } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import { useActDialog } from "./act-dialog.tsx";
import { useActBlocker } from "./use-act-blocker.ts";

export interface ActButtonProps {
  readonly cluster: FleetRow;
  /** The act to request; a function is called at the click, and opens nothing if it returns undefined. */
  readonly act: Act | (() => Act | undefined);
  readonly label: ReactNode;
  /** Name of the act, beginning with a verb; defaults to the label if that is a text. */
  readonly title?: string;
  readonly icon?: ReactNode;
  /** Tooltip of a button without text. */
  readonly hint?: string;
  readonly variant?: ButtonProps["variant"];
  readonly size?: ButtonProps["size"];
  /** Reason why the act makes no sense now, if it is known in advance. */
  readonly disabledReason?: string | undefined;
  readonly onAccepted?: (accepted: ConfirmActResponse) => void;
  readonly className?: string;
  readonly "aria-label"?: string;
  readonly "aria-keyshortcuts"?: string;
  /** Set to -1 where another row of the grid is the tab stop. */
  readonly tabIndex?: number;
  /** Inside a grid cell: reached with the arrow keys, not with Tab. */
  readonly inGrid?: boolean;
}

/** Button of an act. Opens its preview, which asks for consent in proportion to the risk. */
export function ActButton({ cluster, act, label, title, icon, disabledReason, onAccepted, ...look }: ActButtonProps) {
  const { inGrid = false, hint, ...props } = look;
  const button = useRef<HTMLButtonElement>(null);
  const { open, close, opened, preload } = useActDialog();
  const obstacle = useActBlocker(cluster);
  const expanded = opened?.opener === button;
  const ask = () => {
    if (expanded) return close();
    const asked = typeof act === "function" ? act() : act;
    if (asked === undefined) return;
    const words = title ?? (typeof label === "string" ? label.replace(/\s*(…|\.{3})$/, "") : text("Change"));
    open({ cluster, act: asked, title: words, opener: button, ...(onAccepted && { onAccepted }) });
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
