import { DeletionView } from "#components/clusters/deletion/deletion-view.tsx";
import { text } from "#lib/language/text.ts";
import { clusterPage } from "../cluster-page.tsx";

const page = clusterPage(DeletionView, (cluster) => text("Deletion of {project}/{name}", cluster));
export const { generateMetadata } = page;
export default page.Page;
