import { RotationsScreen } from "#components/rotations/rotations-screen.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Rotations") });

export default function RotationsPage() {
  return <RotationsScreen />;
}
