import { createClusterPage } from "#components/clusters/create-cluster-page.tsx";
import { UpdatesView } from "#components/clusters/updates/updates-view.tsx";
import { text } from "#lib/language/text.ts";

const page = createClusterPage(UpdatesView, (cluster) => text("Updates of {project}/{name}", cluster));
export const { generateMetadata } = page;
export default page.Page;
