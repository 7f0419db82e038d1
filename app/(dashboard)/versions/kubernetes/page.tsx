import { VersionsPageContent } from "#components/versions/versions-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Kubernetes versions") });

export default function KubernetesVersionsPage() {
  return <VersionsPageContent />;
}
