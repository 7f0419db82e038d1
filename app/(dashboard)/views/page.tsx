import type { Metadata } from "next";
import { ViewsScreen } from "#components/views/views-screen.tsx";

export const metadata: Metadata = { title: "Saved views" };

export default function ViewsPage() {
  return <ViewsScreen />;
}
