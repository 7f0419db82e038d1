import { OverviewPageContent } from "#components/overview/overview-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Overview") });

export default function OverviewPage() {
  return <OverviewPageContent />;
}
