"use client";

import { type ComponentType, cloneElement, type ReactElement, Suspense, useState } from "react";
import type { ButtonProps } from "../button.tsx";
import { InsteadOfPart, latePart, loadEarly } from "../late-part.tsx";

// Menus bring a positioning engine along, which the first paint of a page does not need.
const MenuFrame = latePart(async () => (await import("./menu-frame.tsx")).MenuFrame);

interface LateMenuProps {
  readonly trigger: ReactElement<ButtonProps>;
  /** The items, in a module of their own that is loaded when the menu is wanted. */
  readonly items: ComponentType;
  /** Starts the loading; called when the pointer comes near. */
  readonly preload?: () => Promise<unknown>;
  readonly align?: "start" | "end";
  readonly className?: string;
  /** As of MenuContent. */
  readonly lifted?: boolean;
}

/** A menu button that becomes a menu when somebody wants it. */
export function LateMenu({ trigger, items: Items, preload, align = "end", className, lifted = false }: LateMenuProps) {
  const [wanted, setWanted] = useState(false);
  if (trigger.props.disabledReason !== undefined) return trigger;
  const idle = cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: () => setWanted(true),
    onPointerEnter: () => {
      loadEarly(() => import("./menu-frame.tsx"));
      if (preload) loadEarly(preload);
    },
    onKeyDown: (event) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      setWanted(true);
    },
  });
  if (!wanted) return idle;
  return (
    <InsteadOfPart value={idle}>
      <Suspense fallback={idle}>
        <MenuFrame trigger={trigger} align={align} lifted={lifted} {...(className !== undefined && { className })}>
          <Items />
        </MenuFrame>
      </Suspense>
    </InsteadOfPart>
  );
}
