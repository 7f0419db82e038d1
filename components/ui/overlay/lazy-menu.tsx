import { cloneElement, type ReactElement, type ReactNode, useState } from "react";
import type { ButtonProps } from "../button.tsx";
import { lazyComponent, loadEarly } from "../lazy-component.tsx";
import { LazyField } from "../lazy-field.tsx";
import { TypedAhead } from "../state/typed-ahead.ts";

// Menus need a positioning engine, which the first render of a page does not.
const MenuFrame = lazyComponent(async () => (await import("./menu-frame.tsx")).MenuFrame);

interface LazyMenuProps {
  readonly trigger: ReactElement<ButtonProps>;
  /** Menu items, from a module that is loaded on demand. */
  readonly items: ReactNode;
  /** Preloads the items; called when the pointer enters the trigger. */
  readonly preload?: () => Promise<unknown>;
  readonly align?: "start" | "end";
  readonly className?: string;
  /** See MenuFrame. */
  readonly lifted?: boolean;
}

/** Menu button whose menu is loaded on first use. */
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
    // While the menu loads, its trigger is rendered as a different button element in the same place.
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
