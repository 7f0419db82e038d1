import { AdvancedView } from "#components/clusters/advanced/advanced-view.tsx";
import { text } from "#lib/language/text.ts";
import { clusterPage } from "../cluster-page.tsx";

const page = clusterPage(AdvancedView, (cluster) => text("Inside {project}/{name}", cluster));
export const { generateMetadata } = page;
export default page.Page;
