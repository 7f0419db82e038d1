import { FeedsPageContent } from "#components/feeds/feeds-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Feeds") });

export default function FeedsPage() {
  return <FeedsPageContent />;
}
