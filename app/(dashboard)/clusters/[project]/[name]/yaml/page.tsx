import type { Metadata } from "next";
import { YamlView } from "#components/clusters/overview/yaml-view.tsx";

interface YamlPageProps {
  readonly params: Promise<{ readonly project: string; readonly name: string }>;
}

export async function generateMetadata({ params }: YamlPageProps): Promise<Metadata> {
  const { project, name } = await params;
  return { title: `YAML of ${project}/${name}` };
}

export default async function YamlPage({ params }: YamlPageProps) {
  const { project, name } = await params;
  return <YamlView cluster={{ project, name }} />;
}
