import type { Metadata } from "next";
import { ClusterOverview } from "#components/clusters/overview/cluster-overview.tsx";

interface ClusterPageProps {
  readonly params: Promise<{ readonly project: string; readonly name: string }>;
}

export async function generateMetadata({ params }: ClusterPageProps): Promise<Metadata> {
  const { project, name } = await params;
  return { title: `${project}/${name}` };
}

export default async function ClusterPage({ params }: ClusterPageProps) {
  const { project, name } = await params;
  return <ClusterOverview cluster={{ project, name }} />;
}
