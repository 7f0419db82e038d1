import { createClusterPage } from "#components/clusters/create-cluster-page.tsx";
import { ClusterOverview } from "#components/clusters/overview/cluster-overview.tsx";

const page = createClusterPage(ClusterOverview, ({ project, name }) => `${project}/${name}`);
export const { generateMetadata } = page;
export default page.Page;
