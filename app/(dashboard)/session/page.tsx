import { SessionPageContent } from "#components/session/session-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Your session") });

export default function SessionPage() {
  return <SessionPageContent />;
}
