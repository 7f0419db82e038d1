import type { Metadata } from "next";
import { NoticesScreen } from "#components/notices/notices-screen.tsx";
import { text } from "#lib/language/text.ts";

export function generateMetadata(): Metadata {
  return { title: text("Notices") };
}

export default function NoticesPage() {
  return <NoticesScreen />;
}
