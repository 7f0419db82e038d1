import { SettingsScreen } from "#components/settings/settings-screen.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Settings") });

export default function SettingsPage() {
  return <SettingsScreen />;
}
