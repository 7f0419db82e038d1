import type { ReactNode } from "react";
import { ClusterFrame } from "#components/clusters/overview/cluster-frame.tsx";
import type { ClusterPageProps } from "./cluster-page.tsx";

interface ClusterLayoutProps extends ClusterPageProps {
  readonly children: ReactNode;
}

export default async function ClusterLayout({ params, children }: ClusterLayoutProps) {
  const { project, name } = await params;
  return <ClusterFrame cluster={{ project, name }}>{children}</ClusterFrame>;
}
