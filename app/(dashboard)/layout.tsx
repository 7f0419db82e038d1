import type { ReactNode } from "react";
import { Shell } from "#components/shell/shell.tsx";
import { SessionKeeper } from "#components/sign-in/session-keeper.tsx";
import { requireSession } from "#server/app/require-session.ts";

export default async function DashboardLayout({ children }: { readonly children: ReactNode }) {
  await requireSession();
  return (
    <Shell>
      {children}
      <SessionKeeper />
    </Shell>
  );
}
