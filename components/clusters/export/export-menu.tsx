"use client";

import { Download } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { LazyMenu } from "#components/ui/overlay/lazy-menu.tsx";
import { text } from "#lib/language/text.ts";
import type { ClusterListToExport } from "./cluster-export-items.tsx";

const load = () => import("./cluster-export-items.tsx");
const ExportItems = lazyComponent(async () => (await load()).ClusterExportItems);

/** Exports the cluster list. @param props.listed undefined until the list is read, so that no empty file is exported */
export function ExportMenu({ listed }: { readonly listed: ClusterListToExport | undefined }) {
  return (
    <LazyMenu
      items={listed && <ExportItems {...listed} />}
      preload={load}
      className="w-56"
      trigger={
        <Button disabledReason={listed === undefined ? text("The clusters are still being read.") : undefined}>
          <Download aria-hidden />
          {text("Export")}
        </Button>
      }
    />
  );
}
