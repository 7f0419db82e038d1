import { AdvancedView } from "#components/clusters/advanced/advanced-view.tsx";
import { createClusterPage } from "#components/clusters/create-cluster-page.tsx";
import { text } from "#lib/language/text.ts";

const page = createClusterPage(AdvancedView, (cluster) => text("Inside {project}/{name}", cluster));
export const { generateMetadata } = page;
export default page.Page;
