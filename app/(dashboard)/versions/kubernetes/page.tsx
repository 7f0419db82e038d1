import type { Metadata } from "next";
import { VersionsScreen } from "#components/versions/versions-screen.tsx";

export const metadata: Metadata = { title: "Kubernetes versions" };

export default function KubernetesVersionsPage() {
  return <VersionsScreen />;
}
