import { RotationsPageContent } from "#components/rotations/rotations-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Rotations") });

export default function RotationsPage() {
  return <RotationsPageContent />;
}
