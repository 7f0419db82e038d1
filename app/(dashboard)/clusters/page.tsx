import { ClustersPageContent } from "#components/clusters/list/clusters-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Clusters") });

export default function ClustersPage() {
  return <ClustersPageContent />;
}
