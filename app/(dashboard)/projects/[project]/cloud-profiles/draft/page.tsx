import type { ProjectPageProps } from "#components/projects/project-page-props.ts";
import { ProjectProfileDraftPageContent } from "#components/versions/project-profiles/project-profile-draft-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = async ({ params }: ProjectPageProps) => ({
  title: text("Edit a cloud profile of {name}", { name: (await params).project }),
});

export default async function ProjectProfileDraftPage({ params }: ProjectPageProps) {
  return <ProjectProfileDraftPageContent project={(await params).project} />;
}
