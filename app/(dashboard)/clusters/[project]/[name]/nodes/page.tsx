import { createClusterPage } from "#components/clusters/create-cluster-page.tsx";
import { NodesView } from "#components/clusters/nodes/nodes-view.tsx";
import { text } from "#lib/language/text.ts";

const page = createClusterPage(NodesView, (cluster) => text("Nodes of {project}/{name}", cluster));
export const { generateMetadata } = page;
export default page.Page;
