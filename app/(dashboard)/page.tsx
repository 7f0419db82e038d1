import type { Metadata } from "next";
import { OverviewScreen } from "#components/overview/overview-screen.tsx";
import { text } from "#lib/language/text.ts";

export function generateMetadata(): Metadata {
  return { title: text("Overview") };
}

export default function OverviewPage() {
  return <OverviewScreen />;
}
