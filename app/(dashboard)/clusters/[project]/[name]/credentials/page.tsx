import { clusterPage } from "#components/clusters/cluster-page.tsx";
import { CredentialsView } from "#components/clusters/credentials/credentials-view.tsx";
import { text } from "#lib/language/text.ts";

const page = clusterPage(CredentialsView, (cluster) => text("Credentials of {project}/{name}", cluster));
export const { generateMetadata } = page;
export default page.Page;
