import type { ReactNode } from "react";
import { useRef } from "react";
import { Button, type ButtonProps } from "#components/ui/button.tsx";
import type { Act, ActAccepted } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";
import { useActDialog } from "./act-dialog.tsx";
import { useActObstacle } from "./use-act-obstacle.ts";

export interface ActButtonProps {
  readonly cluster: FleetRow;
  /** What is asked for; a function is called at the click, and undefined then opens nothing. */
  readonly act: Act | (() => Act | undefined);
  readonly label: ReactNode;
  /** The act in words, beginning with a verb; without it the label, where that is a text. */
  readonly title?: string;
  readonly icon?: ReactNode;
  /** Shown when one points at a button that has no text. */
  readonly hint?: string;
  readonly variant?: ButtonProps["variant"];
  readonly size?: ButtonProps["size"];
  /** Why it makes no sense now, when that is known before asking. */
  readonly disabledReason?: string | undefined;
  readonly onAccepted?: (accepted: ActAccepted) => void;
  readonly className?: string;
  readonly "aria-label"?: string;
  readonly "aria-keyshortcuts"?: string;
  /** Where another row of a grid is the stop, -1. */
  readonly tabIndex?: number;
  /** Inside a cell of the list: reached with the arrow keys, not with Tab. */
  readonly inGrid?: boolean;
}

/** The button of an act: it opens the preview, which asks for as much consent as the damage calls for. */
export function ActButton({ cluster, act, label, title, icon, disabledReason, onAccepted, ...look }: ActButtonProps) {
  const { inGrid = false, hint, ...props } = look;
  const button = useRef<HTMLButtonElement>(null);
  const { open, close, opened, preload } = useActDialog();
  const obstacle = useActObstacle(cluster);
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
