"use client";

import { SlidersHorizontal } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { latePart } from "#components/ui/late-part.tsx";
import { LateMenu } from "#components/ui/overlay/late-menu.tsx";

const load = () => import("./view-items.tsx");
const ViewItems = latePart(async () => (await load()).ViewItems);

export function ViewMenu() {
  return (
    <LateMenu
      items={ViewItems}
      preload={load}
      className="w-56"
      trigger={
        <Button className="max-md:hidden">
          <SlidersHorizontal aria-hidden />
          View
        </Button>
      }
    />
  );
}
