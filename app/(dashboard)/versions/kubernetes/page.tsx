import type { Metadata } from "next";
import { VersionsScreen } from "#components/versions/versions-screen.tsx";
import { text } from "#lib/language/text.ts";

export function generateMetadata(): Metadata {
  return { title: text("Kubernetes versions") };
}

export default function KubernetesVersionsPage() {
  return <VersionsScreen />;
}
