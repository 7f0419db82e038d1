import { OverviewScreen } from "#components/overview/overview-screen.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Overview") });

export default function OverviewPage() {
  return <OverviewScreen />;
}
