import { FleetScreen } from "#components/clusters/list/fleet-screen.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Clusters") });

export default function ClustersPage() {
  return <FleetScreen />;
}
