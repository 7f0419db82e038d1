import { CompareScreen } from "#components/clusters/compare/compare-screen.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Compare", {}, "page") });

export default function ComparePage() {
  return <CompareScreen />;
}
