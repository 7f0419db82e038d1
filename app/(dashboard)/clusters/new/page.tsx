import { NewClusterPageContent } from "#components/clusters/create/new-cluster-page-content.tsx";
import { text } from "#lib/language/text.ts";

export const generateMetadata = () => ({ title: text("Create a cluster") });

export default function NewClusterPage() {
  return <NewClusterPageContent />;
}
