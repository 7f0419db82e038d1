import type { Metadata } from "next";
import { SettingsScreen } from "#components/settings/settings-screen.tsx";
import { text } from "#lib/language/text.ts";

export function generateMetadata(): Metadata {
  return { title: text("Settings") };
}

export default function SettingsPage() {
  return <SettingsScreen />;
}
