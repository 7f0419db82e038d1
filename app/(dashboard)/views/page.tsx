import { ViewsScreen } from "#components/views/views-screen.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Saved views") });

export default function ViewsPage() {
  return <ViewsScreen />;
}
