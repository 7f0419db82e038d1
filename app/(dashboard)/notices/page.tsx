import { NoticesScreen } from "#components/notices/notices-screen.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Notices") });

export default function NoticesPage() {
  return <NoticesScreen />;
}
