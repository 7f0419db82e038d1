import type { ProjectPageProps } from "#components/projects/project-page-props.ts";
import { QuotasPageContent } from "#components/projects/quotas-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = async ({ params }: ProjectPageProps) => ({
  title: text("Quotas of {name}", { name: (await params).project }),
});

export default async function QuotasPage({ params }: ProjectPageProps) {
  return <QuotasPageContent project={(await params).project} />;
}
