import type { ProjectPageProps } from "#components/projects/project-page-props.ts";
import { ProjectProfilesPageContent } from "#components/versions/project-profiles/project-profiles-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = async ({ params }: ProjectPageProps) => ({
  title: text("Cloud profiles of {name}", { name: (await params).project }),
});

export default async function ProjectProfilesPage({ params }: ProjectPageProps) {
  return <ProjectProfilesPageContent project={(await params).project} />;
}
