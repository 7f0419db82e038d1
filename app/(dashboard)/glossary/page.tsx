import { GlossaryPageContent } from "#components/glossary/glossary-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Glossary") });

export default function GlossaryPage() {
  return <GlossaryPageContent />;
}
