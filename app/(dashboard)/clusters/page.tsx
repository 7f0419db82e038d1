import type { Metadata } from "next";
import { FleetScreen } from "#components/clusters/list/fleet-screen.tsx";
import { text } from "#lib/language/text.ts";

export function generateMetadata(): Metadata {
  return { title: text("Clusters") };
}

export default function ClustersPage() {
  return <FleetScreen />;
}
