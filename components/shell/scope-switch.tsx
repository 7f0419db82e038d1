"use client";

import { ChevronsUpDown, Layers } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { useUrlQuery } from "#components/data/address/url-query.ts";
import { Button } from "#components/ui/button.tsx";
import { latePart, loadEarly } from "#components/ui/late-part.tsx";

const load = () => import("./scope-picker.tsx");
const ScopePicker = latePart(async () => (await load()).ScopePicker);

/** One project, or all that one may see. It is the filter `project` of the address, so a link carries it. */
export function ScopeSwitch() {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const asked = useUrlQuery().filters.get("project") ?? [];
  const label = asked.length === 0 ? "All projects" : asked.length === 1 ? asked[0] : `${asked.length} projects`;
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="sm"
        aria-label={`Scope: ${label}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => loadEarly(load)}
        onClick={() => setOpen(!open)}
        className="max-w-48"
      >
        <Layers aria-hidden />
        <span className="truncate text-ink">{label}</span>
        <ChevronsUpDown aria-hidden className="text-tertiary" />
      </Button>
      {open && (
        <Suspense>
          <ScopePicker anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
