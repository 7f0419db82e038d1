import { MembersPageContent } from "#components/projects/members-page-content.tsx";
import type { ProjectPageProps } from "#components/projects/project-page-props.ts";
import { text } from "#lib/language/text.ts";

export const generateMetadata = async ({ params }: ProjectPageProps) => ({
  title: text("Members of {name}", { name: (await params).project }),
});

export default async function MembersPage({ params }: ProjectPageProps) {
  return <MembersPageContent project={(await params).project} />;
}
