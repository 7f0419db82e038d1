import { OperationsScreen } from "#components/operations/operations-screen.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Operations") });

export default function OperationsPage() {
  return <OperationsScreen />;
}
