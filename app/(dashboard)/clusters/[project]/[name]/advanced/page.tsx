import type { Metadata } from "next";
import { AdvancedView } from "#components/clusters/advanced/advanced-view.tsx";
import { text } from "#lib/language/text.ts";

interface AdvancedPageProps {
  readonly params: Promise<{ readonly project: string; readonly name: string }>;
}

export async function generateMetadata({ params }: AdvancedPageProps): Promise<Metadata> {
  const { project, name } = await params;
  return { title: text("Inside {project}/{name}", { project, name }) };
}

export default async function AdvancedPage({ params }: AdvancedPageProps) {
  const { project, name } = await params;
  return <AdvancedView cluster={{ project, name }} />;
}
