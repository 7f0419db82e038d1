import type { ReactNode } from "react";
import { preload } from "react-dom";
import { PaletteHost } from "#components/palette/palette-host.tsx";
import { Shell } from "#components/shell/shell.tsx";
import { SessionKeeper } from "#components/sign-in/session-keeper.tsx";
import { gardenPrefix } from "#lib/text/garden-address.ts";
import { namedGarden } from "#server/app/require-garden.ts";
import { requireSession } from "#server/app/require-session.ts";

export default async function DashboardLayout({ children }: { readonly children: ReactNode }) {
  await requireSession();
  // Every page begins with the fleet: it comes while the page's scripts do. As its reader asks for it, or it comes twice.
  preload(`${gardenPrefix(await namedGarden())}/api/fleet`, { as: "fetch", crossOrigin: "anonymous" });
  return (
    <Shell>
      {children}
      <SessionKeeper />
      <PaletteHost />
    </Shell>
  );
}
