"use client";

import { Download } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { latePart } from "#components/ui/late-part.tsx";
import { LateMenu } from "#components/ui/overlay/late-menu.tsx";
import { text } from "#lib/language/text.ts";
import { type Listed, ListedContext } from "./listed.ts";

const load = () => import("./export-items.tsx");
const ExportItems = latePart(async () => (await load()).ExportItems);

export function ExportMenu({ listed }: { readonly listed: Listed }) {
  return (
    <ListedContext value={listed}>
      <LateMenu
        items={ExportItems}
        preload={load}
        className="w-56"
        trigger={
          <Button className="max-md:hidden">
            <Download aria-hidden />
            {text("Export")}
          </Button>
        }
      />
    </ListedContext>
  );
}
