import { createClusterPage } from "#components/clusters/create-cluster-page.tsx";
import { DeletionView } from "#components/clusters/deletion/deletion-view.tsx";
import { text } from "#lib/language/text.ts";

const page = createClusterPage(DeletionView, (cluster) => text("Deletion of {project}/{name}", cluster));
export const { generateMetadata } = page;
export default page.Page;
