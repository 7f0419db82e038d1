import type { Metadata } from "next";
import { ViewsScreen } from "#components/views/views-screen.tsx";
import { text } from "#lib/language/text.ts";

export function generateMetadata(): Metadata {
  return { title: text("Saved views") };
}

export default function ViewsPage() {
  return <ViewsScreen />;
}
