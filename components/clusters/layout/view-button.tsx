"use client";

import { SlidersHorizontal } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { lazyComponent, loadEarly } from "#components/ui/lazy-component.tsx";
import { text } from "#lib/language/text.ts";

const load = () => import("./view-panel.tsx");
const ViewPanel = lazyComponent(async () => (await load()).ViewPanel);

/** Opens the choices of how the list is laid out. */
export function ViewButton() {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onPointerEnter={() => loadEarly(load)}
      >
        <SlidersHorizontal aria-hidden />
        <span className="max-sm:sr-only">{text("View")}</span>
      </Button>
      <Suspense>{open && <ViewPanel anchor={button} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
