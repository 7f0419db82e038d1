import type { Metadata } from "next";
import { CompareScreen } from "#components/clusters/compare/compare-screen.tsx";
import { text } from "#lib/language/text.ts";

export function generateMetadata(): Metadata {
  return { title: text("Compare", {}, "page") };
}

export default function ComparePage() {
  return <CompareScreen />;
}
