import { MigrationPageContent } from "#components/accounts/migration/migration-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Cloud accounts") });

export default function AccountRotationsPage() {
  return <MigrationPageContent />;
}
