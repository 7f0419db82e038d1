import type { Metadata } from "next";
import { ManifestScreen } from "#components/clusters/manifest/manifest-screen.tsx";
import { text } from "#lib/language/text.ts";

interface YamlPageProps {
  readonly params: Promise<{ readonly project: string; readonly name: string }>;
}

export async function generateMetadata({ params }: YamlPageProps): Promise<Metadata> {
  const { project, name } = await params;
  return { title: text("YAML of {project}/{name}", { project, name }) };
}

export default async function YamlPage({ params }: YamlPageProps) {
  const { project, name } = await params;
  return <ManifestScreen cluster={{ project, name }} />;
}
