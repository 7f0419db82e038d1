import { ActivityView } from "#components/clusters/activity/activity-view.tsx";
import { text } from "#lib/language/text.ts";
import { clusterPage } from "../cluster-page.tsx";

const page = clusterPage(ActivityView, (cluster) => text("Activity of {project}/{name}", cluster));
export const { generateMetadata } = page;
export default page.Page;
