"use client";

import { EllipsisVertical } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { InsteadOfPart, latePart, loadEarly } from "#components/ui/late-part.tsx";
import { text } from "#lib/language/text.ts";
import type { RowActions } from "./row-menu-items.tsx";

const load = () => import("./row-menu-frame.tsx");
const RowMenuFrame = latePart(async () => (await load()).RowMenuFrame);

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
      aria-label={text("Actions for {name}", { name })}
      {...(!wanted && { onClick: () => setWanted(true), onPointerEnter: () => loadEarly(load) })}
    >
      <EllipsisVertical aria-hidden />
    </Button>
  );
  if (!wanted) return idle;
  return (
    <InsteadOfPart value={idle}>
      <Suspense fallback={idle}>
        <RowMenuFrame trigger={idle} actions={actions} />
      </Suspense>
    </InsteadOfPart>
  );
}
