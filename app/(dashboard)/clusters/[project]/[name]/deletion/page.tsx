import type { Metadata } from "next";
import { DeletionView } from "#components/clusters/deletion/deletion-view.tsx";
import { text } from "#lib/language/text.ts";

interface DeletionPageProps {
  readonly params: Promise<{ readonly project: string; readonly name: string }>;
}

export async function generateMetadata({ params }: DeletionPageProps): Promise<Metadata> {
  const { project, name } = await params;
  return { title: text("Deletion of {project}/{name}", { project, name }) };
}

export default async function DeletionPage({ params }: DeletionPageProps) {
  const { project, name } = await params;
  return <DeletionView cluster={{ project, name }} />;
}
