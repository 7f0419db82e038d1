import { ManifestScreen } from "#components/clusters/manifest/manifest-screen.tsx";
import { text } from "#lib/language/text.ts";
import { clusterPage } from "../cluster-page.tsx";

const page = clusterPage(ManifestScreen, (cluster) => text("YAML of {project}/{name}", cluster));
export const { generateMetadata } = page;
export default page.Page;
