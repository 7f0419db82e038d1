import { ViewsPageContent } from "#components/views/views-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Saved views") });

export default function ViewsPage() {
  return <ViewsPageContent />;
}
