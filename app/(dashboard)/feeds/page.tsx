import { FeedsScreen } from "#components/feeds/feeds-screen.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Feeds") });

export default function FeedsPage() {
  return <FeedsScreen />;
}
