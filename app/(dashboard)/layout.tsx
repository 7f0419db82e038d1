import type { ReactNode } from "react";
import { preload } from "react-dom";
import { PaletteHost } from "#components/palette/palette-host.tsx";
import { Shell } from "#components/shell/shell.tsx";
import { SessionKeeper } from "#components/sign-in/session-keeper.tsx";
import { gardenPrefix } from "#lib/strings/garden-address.ts";
import { namedGarden } from "#server/app/require-garden.ts";
import { requireSession } from "#server/app/require-session.ts";

export default async function DashboardLayout({ children }: { readonly children: ReactNode }) {
  await requireSession();
  // Every page needs the fleet: it loads in parallel with the scripts. Must match the later fetch, or it loads twice.
  preload(`${gardenPrefix(await namedGarden())}/api/fleet`, { as: "fetch", crossOrigin: "anonymous" });
  return (
    <Shell>
      {children}
      <SessionKeeper />
      <PaletteHost />
    </Shell>
  );
}
