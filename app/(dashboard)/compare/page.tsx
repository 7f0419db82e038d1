import { ComparePageContent } from "#components/clusters/compare/compare-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Compare", {}, "page") });

export default function ComparePage() {
  return <ComparePageContent />;
}
