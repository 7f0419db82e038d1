import type { Metadata } from "next";
import { ActivityView } from "#components/clusters/activity/activity-view.tsx";
import { text } from "#lib/language/text.ts";

interface ActivityPageProps {
  readonly params: Promise<{ readonly project: string; readonly name: string }>;
}

export async function generateMetadata({ params }: ActivityPageProps): Promise<Metadata> {
  const { project, name } = await params;
  return { title: text("Activity of {project}/{name}", { project, name }) };
}

export default async function ActivityPage({ params }: ActivityPageProps) {
  const { project, name } = await params;
  return <ActivityView cluster={{ project, name }} />;
}
