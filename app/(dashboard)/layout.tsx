import type { ReactNode } from "react";
import { OperationToasts } from "#components/clusters/operation/operation-toasts.tsx";
import { Shell } from "#components/shell/shell.tsx";

export default function DashboardLayout({ children }: { readonly children: ReactNode }) {
  return (
    <Shell>
      {children}
      <OperationToasts />
    </Shell>
  );
}
