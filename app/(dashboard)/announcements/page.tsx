import { AnnouncementsPageContent } from "#components/announcements/announcements-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Announcements") });

export default function AnnouncementsPage() {
  return <AnnouncementsPageContent />;
}
