import { ClusterOverview } from "#components/clusters/overview/cluster-overview.tsx";
import { clusterPage } from "./cluster-page.tsx";

const page = clusterPage(ClusterOverview, ({ project, name }) => `${project}/${name}`);
export const { generateMetadata } = page;
export default page.Page;
