import { AccountsPageContent } from "#components/accounts/accounts-page-content.tsx";
import type { ProjectPageProps } from "#components/projects/project-page-props.ts";
import { text } from "#lib/language/text.ts";

export const generateMetadata = async ({ params }: ProjectPageProps) => ({
  title: text("Accounts of {name}", { name: (await params).project }),
});

export default async function AccountsPage({ params }: ProjectPageProps) {
  return <AccountsPageContent project={(await params).project} />;
}
