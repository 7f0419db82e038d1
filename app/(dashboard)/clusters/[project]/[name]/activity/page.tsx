import { ActivityView } from "#components/clusters/activity/activity-view.tsx";
import { createClusterPage } from "#components/clusters/create-cluster-page.tsx";
import { text } from "#lib/language/text.ts";

const page = createClusterPage(ActivityView, (cluster) => text("Activity of {project}/{name}", cluster));
export const { generateMetadata } = page;
export default page.Page;
