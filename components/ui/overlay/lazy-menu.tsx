import { cloneElement, type ReactElement, type ReactNode, useState } from "react";
import type { ButtonProps } from "../button.tsx";
import { lazyComponent, loadEarly } from "../lazy-component.tsx";
import { LazyField } from "../lazy-field.tsx";
import { TypedAhead } from "../state/typed-ahead.ts";

// Menus bring a positioning engine along, which the first paint of a page does not need.
const MenuFrame = lazyComponent(async () => (await import("./menu-frame.tsx")).MenuFrame);

interface LazyMenuProps {
  readonly trigger: ReactElement<ButtonProps>;
  /** The items, of a module that is loaded when the menu is wanted. */
  readonly items: ReactNode;
  /** Starts the loading; called when the pointer comes near. */
  readonly preload?: () => Promise<unknown>;
  readonly align?: "start" | "end";
  readonly className?: string;
  /** As of MenuFrame. */
  readonly lifted?: boolean;
}

/** A menu button that becomes a menu when somebody wants it. */
export function LazyMenu({ trigger, items, preload, align = "end", className, lifted = false }: LazyMenuProps) {
  const [wanted, setWanted] = useState(false);
  const [typed] = useState(() => new TypedAhead());
  const [keepsFocus, setKeepsFocus] = useState(false);
  if (trigger.props.disabledReason !== undefined) return trigger;
  const want = (button: HTMLButtonElement) => {
    setKeepsFocus(document.activeElement === button);
    setWanted(true);
  };
  const idle = cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    // While its menu is on the way it is another button, in the same place.
    autoFocus: keepsFocus,
    onClick: ({ currentTarget }) => want(currentTarget),
    onPointerEnter: () => {
      loadEarly(() => import("./menu-frame.tsx"));
      if (preload) loadEarly(preload);
    },
    onKeyDown: (event) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      want(event.currentTarget);
    },
  });
  if (!wanted) return idle;
  return (
    <LazyField typed={typed} open onCancel={() => setWanted(false)} meanwhile={idle}>
      <MenuFrame trigger={trigger} align={align} lifted={lifted} typedAhead={typed} className={className}>
        {items}
      </MenuFrame>
    </LazyField>
  );
}
