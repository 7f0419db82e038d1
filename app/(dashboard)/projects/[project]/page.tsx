import { ProjectOverview } from "#components/projects/project-overview.tsx";
import type { ProjectPageProps } from "#components/projects/project-page-props.ts";
import { text } from "#lib/language/text.ts";

export const generateMetadata = async ({ params }: ProjectPageProps) => ({
  title: text("Project {name}", { name: (await params).project }),
});

export default async function ProjectPage({ params }: ProjectPageProps) {
  return <ProjectOverview name={(await params).project} />;
}
