import { cloneElement, type ReactElement, type ReactNode, useState } from "react";
import type { ButtonProps } from "../button.tsx";
import { lazyComponent, preloadModule } from "../lazy-component.tsx";
import { LazyField } from "../lazy-field.tsx";
import { TypeAheadBuffer } from "../state/type-ahead-buffer.ts";

// Loaded on demand: menus need a library for positioning, which is not needed to render the page.
const MenuFrame = lazyComponent(async () => (await import("./menu-frame.tsx")).MenuFrame);

interface LazyMenuProps {
  readonly trigger: ReactElement<ButtonProps>;
  /** Menu items, from a module that is loaded on demand. */
  readonly items: ReactNode;
  /** Preloads the menu items; called when the pointer enters the button. */
  readonly preload?: () => Promise<unknown>;
  readonly align?: "start" | "end";
  readonly className?: string;
  /** Whether to render the menu in a portal; see `MenuFrame`. */
  readonly lifted?: boolean;
}

/** Button with a menu whose code is loaded when the menu is opened first. */
export function LazyMenu({ trigger, items, preload, align = "end", className, lifted = false }: LazyMenuProps) {
  const [wanted, setWanted] = useState(false);
  const [typed] = useState(() => new TypeAheadBuffer());
  const [keepsFocus, setKeepsFocus] = useState(false);
  if (trigger.props.disabledReason !== undefined) return trigger;
  const want = (button: HTMLButtonElement) => {
    setKeepsFocus(document.activeElement === button);
    setWanted(true);
  };
  const idle = cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    // While the menu is being loaded, another button element is rendered in the same place, which must keep the focus.
    autoFocus: keepsFocus,
    onClick: ({ currentTarget }) => want(currentTarget),
    onPointerEnter: () => {
      preloadModule(() => import("./menu-frame.tsx"));
      if (preload) preloadModule(preload);
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
