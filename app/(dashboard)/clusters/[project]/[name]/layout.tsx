import type { ReactNode } from "react";
import type { ClusterPageProps } from "#components/clusters/create-cluster-page.tsx";
import { ClusterFrame } from "#components/clusters/overview/cluster-frame.tsx";

interface ClusterLayoutProps extends ClusterPageProps {
  readonly children: ReactNode;
}

export default async function ClusterLayout({ params, children }: ClusterLayoutProps) {
  const { project, name } = await params;
  return <ClusterFrame cluster={{ project, name }}>{children}</ClusterFrame>;
}
