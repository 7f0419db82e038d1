import type { Metadata } from "next";
import { FleetScreen } from "#components/clusters/list/fleet-screen.tsx";

export const metadata: Metadata = { title: "Clusters" };

export default function ClustersPage() {
  return <FleetScreen />;
}
