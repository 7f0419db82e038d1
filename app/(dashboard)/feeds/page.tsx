import type { Metadata } from "next";
import { FeedsScreen } from "#components/feeds/feeds-screen.tsx";
import { text } from "#lib/language/text.ts";

export function generateMetadata(): Metadata {
  return { title: text("Feeds") };
}

export default function FeedsPage() {
  return <FeedsScreen />;
}
