import { SeedsPageContent } from "#components/seeds/seeds-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Seeds") });

export default function SeedsPage() {
  return <SeedsPageContent />;
}
