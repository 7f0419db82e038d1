import type { ProjectPageProps } from "#components/projects/project-page-props.ts";
import { ServiceAccountsPageContent } from "#components/projects/service-accounts-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = async ({ params }: ProjectPageProps) => ({
  title: text("Service accounts of {name}", { name: (await params).project }),
});

export default async function ServiceAccountsPage({ params }: ProjectPageProps) {
  return <ServiceAccountsPageContent project={(await params).project} />;
}
