import { NoticesPageContent } from "#components/notices/notices-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Notices") });

export default function NoticesPage() {
  return <NoticesPageContent />;
}
