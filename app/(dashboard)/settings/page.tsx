import { SettingsPageContent } from "#components/settings/settings-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Settings") });

export default function SettingsPage() {
  return <SettingsPageContent />;
}
