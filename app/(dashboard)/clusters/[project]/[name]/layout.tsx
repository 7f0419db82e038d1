import type { ReactNode } from "react";
import { ClusterFrame } from "#components/clusters/overview/cluster-frame.tsx";

interface ClusterLayoutProps {
  readonly params: Promise<{ readonly project: string; readonly name: string }>;
  readonly children: ReactNode;
}

export default async function ClusterLayout({ params, children }: ClusterLayoutProps) {
  const { project, name } = await params;
  const cluster = { project, name };
  return <ClusterFrame cluster={cluster}>{children}</ClusterFrame>;
}
