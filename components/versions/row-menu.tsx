import { EllipsisVertical } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { lazyComponent, loadEarly } from "#components/ui/lazy-component.tsx";
import { LazyField } from "#components/ui/lazy-field.tsx";
import { TypedAhead } from "#components/ui/state/typed-ahead.ts";
import { text } from "#lib/language/text.ts";
import type { RowActions } from "./row-menu-items.tsx";

const load = () => import("./row-menu-frame.tsx");
const RowMenuFrame = lazyComponent(async () => (await load()).RowMenuFrame);

/** What can be done with one version. The menu itself is loaded when somebody wants it. */
export function RowMenu({ actions, name }: { readonly actions: RowActions; readonly name: string }) {
  const [wanted, setWanted] = useState(false);
  const [typed] = useState(() => new TypedAhead());
  const idle = (
    <Button
      variant="ghost"
      size="iconSm"
      data-cell
      tabIndex={-1}
      aria-haspopup="menu"
      aria-label={text("Actions for {name}", { name })}
      {...(!wanted && { onClick: () => setWanted(true), onPointerEnter: () => loadEarly(load) })}
    >
      <EllipsisVertical aria-hidden />
    </Button>
  );
  if (!wanted) return idle;
  return (
<<<<<<< HEAD
    <LazyField typed={typed} open onCancel={callOff} meanwhile={idle}>
      <RowMenuFrame trigger={idle} actions={actions} typedAhead={typed} />
=======
    <LazyField typed={typed} open onCancel={() => setWanted(false)} meanwhile={idle}>
      <MenuFrame trigger={idle} align="end" className="w-72" typedAhead={typed}>
        <RowMenuItems {...actions} />
      </MenuFrame>
>>>>>>> 5432c99a (forecast, act: what is drawn once is drawn where it stands)
    </LazyField>
  );
}
