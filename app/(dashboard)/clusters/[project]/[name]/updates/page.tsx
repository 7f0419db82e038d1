import type { Metadata } from "next";
import { UpdatesView } from "#components/clusters/updates/updates-view.tsx";
import { text } from "#lib/language/text.ts";

interface UpdatesPageProps {
  readonly params: Promise<{ readonly project: string; readonly name: string }>;
}

export async function generateMetadata({ params }: UpdatesPageProps): Promise<Metadata> {
  const { project, name } = await params;
  return { title: text("Updates of {project}/{name}", { project, name }) };
}

export default async function UpdatesPage({ params }: UpdatesPageProps) {
  const { project, name } = await params;
  return <UpdatesView cluster={{ project, name }} />;
}
