import type { ReactNode } from "react";
import { preload } from "react-dom";
import { LazyCommandPalette } from "#components/palette/lazy-command-palette.tsx";
import { Shell } from "#components/shell/shell.tsx";
import { SessionRenewer } from "#components/sign-in/session-renewer.tsx";
import { gardenPrefix } from "#lib/strings/garden-address.ts";
import { readGardenNameOfPage } from "#server/app/require-garden.ts";
import { requireSession } from "#server/app/require-session.ts";

export default async function DashboardLayout({ children }: { readonly children: ReactNode }) {
  await requireSession();
  // Every page needs the fleet, so browsers preload it. URL and mode must match the later fetch, or it loads twice.
  preload(`${gardenPrefix(await readGardenNameOfPage())}/api/fleet`, { as: "fetch", crossOrigin: "anonymous" });
  return (
    <Shell>
      {children}
      <SessionRenewer />
      <LazyCommandPalette />
    </Shell>
  );
}
