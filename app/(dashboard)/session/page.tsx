import { SessionScreen } from "#components/session/session-screen.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Your session") });

export default function SessionPage() {
  return <SessionScreen />;
}
