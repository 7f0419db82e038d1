import { VersionsScreen } from "#components/versions/versions-screen.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Kubernetes versions") });

export default function KubernetesVersionsPage() {
  return <VersionsScreen />;
}
