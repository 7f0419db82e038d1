import type { Metadata } from "next";
import { ActivityView } from "#components/clusters/activity/activity-view.tsx";

interface ActivityPageProps {
  readonly params: Promise<{ readonly project: string; readonly name: string }>;
}

export async function generateMetadata({ params }: ActivityPageProps): Promise<Metadata> {
  const { project, name } = await params;
  return { title: `Activity of ${project}/${name}` };
}

export default async function ActivityPage({ params }: ActivityPageProps) {
  const { project, name } = await params;
  return <ActivityView cluster={{ project, name }} />;
}
