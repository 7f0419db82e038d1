import type { Metadata } from "next";
import { NodesView } from "#components/clusters/nodes/nodes-view.tsx";
import { text } from "#lib/language/text.ts";

interface NodesPageProps {
  readonly params: Promise<{ readonly project: string; readonly name: string }>;
}

export async function generateMetadata({ params }: NodesPageProps): Promise<Metadata> {
  const { project, name } = await params;
  return { title: text("Nodes of {project}/{name}", { project, name }) };
}

export default async function NodesPage({ params }: NodesPageProps) {
  const { project, name } = await params;
  return <NodesView cluster={{ project, name }} />;
}
