import type { ReactNode } from "react";
import { Shell } from "#components/shell/shell.tsx";

export default function DashboardLayout({ children }: { readonly children: ReactNode }) {
  return <Shell>{children}</Shell>;
}
