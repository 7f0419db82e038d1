import type { Metadata } from "next";
import { FeedsScreen } from "#components/feeds/feeds-screen.tsx";

export const metadata: Metadata = { title: "Feeds" };

export default function FeedsPage() {
  return <FeedsScreen />;
}
