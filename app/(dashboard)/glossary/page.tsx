import { GlossaryScreen } from "#components/glossary/glossary-screen.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Glossary") });

export default function GlossaryPage() {
  return <GlossaryScreen />;
}
