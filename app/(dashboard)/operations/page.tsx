import { OperationsPageContent } from "#components/operations/operations-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Operations") });

export default function OperationsPage() {
  return <OperationsPageContent />;
}
