"use client";

import { Download } from "lucide-react";
import { useMemo } from "react";
import { Button } from "#components/ui/button.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { LazyMenu } from "#components/ui/overlay/lazy-menu.tsx";
import { text } from "#lib/language/text.ts";
import { ExportContext, type Exported } from "./export-context.ts";

const load = () => import("./export-items.tsx");
const ExportItems = lazyComponent(async () => (await load()).ExportItems);

/** The same clusters and filters as files: every step, not only the first. */
export function ExportMenu({ query, count, rows }: Exported) {
  const exported = useMemo(() => ({ query, count, rows }), [query, count, rows]);
  return (
    <ExportContext value={exported}>
      <LazyMenu
        items={<ExportItems />}
        preload={load}
        trigger={
          <Button data-print="hidden">
            <Download aria-hidden />
            {text("Export")}
          </Button>
        }
      />
    </ExportContext>
  );
}
