"use client";

import { EllipsisVertical } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import type { RowActions } from "./row-menu-items.tsx";

const load = () => import("./row-menu-frame.tsx");
const RowMenuFrame = lazy(async () => ({ default: (await load()).RowMenuFrame }));

/** What can be done with one version. The menu itself is loaded when somebody wants it. */
export function RowMenu({ actions, name }: { readonly actions: RowActions; readonly name: string }) {
  const [wanted, setWanted] = useState(false);
  const idle = (
    <Button
      variant="ghost"
      size="iconSm"
      data-cell
      tabIndex={-1}
      aria-haspopup="menu"
      aria-label={`Actions for ${name}`}
      {...(!wanted && { onClick: () => setWanted(true), onPointerEnter: () => void load() })}
    >
      <EllipsisVertical aria-hidden />
    </Button>
  );
  if (!wanted) return idle;
  return (
    <Suspense fallback={idle}>
      <RowMenuFrame trigger={idle} actions={actions} />
    </Suspense>
  );
}
