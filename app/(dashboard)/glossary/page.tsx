import type { Metadata } from "next";
import { GlossaryScreen } from "#components/glossary/glossary-screen.tsx";
import { text } from "#lib/language/text.ts";

export function generateMetadata(): Metadata {
  return { title: text("Glossary") };
}

export default function GlossaryPage() {
  return <GlossaryScreen />;
}
