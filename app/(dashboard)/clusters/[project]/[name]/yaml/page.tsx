import { clusterPage } from "#components/clusters/cluster-page.tsx";
import { ManifestScreen } from "#components/clusters/manifest/manifest-screen.tsx";
import { text } from "#lib/language/text.ts";

const page = clusterPage(ManifestScreen, (cluster) => text("YAML of {project}/{name}", cluster));
export const { generateMetadata } = page;
export default page.Page;
