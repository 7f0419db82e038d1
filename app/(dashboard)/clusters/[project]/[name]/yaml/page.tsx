import { createClusterPage } from "#components/clusters/create-cluster-page.tsx";
import { ManifestPageContent } from "#components/clusters/manifest/manifest-page-content.tsx";
import { text } from "#lib/language/text.ts";

const page = createClusterPage(ManifestPageContent, (cluster) => text("YAML of {project}/{name}", cluster));
export const { generateMetadata } = page;
export default page.Page;
