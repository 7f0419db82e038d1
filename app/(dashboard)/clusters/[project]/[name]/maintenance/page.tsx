import { createClusterPage } from "#components/clusters/create-cluster-page.tsx";
import { MaintenanceView } from "#components/clusters/maintenance/maintenance-view.tsx";
import { text } from "#lib/language/text.ts";

const page = createClusterPage(MaintenanceView, (cluster) => text("Maintenance of {project}/{name}", cluster));
export const { generateMetadata } = page;
export default page.Page;
