import type { Metadata } from "next";
import { GlossaryScreen } from "#components/glossary/glossary-screen.tsx";

export const metadata: Metadata = { title: "Glossary" };

export default function GlossaryPage() {
  return <GlossaryScreen />;
}
