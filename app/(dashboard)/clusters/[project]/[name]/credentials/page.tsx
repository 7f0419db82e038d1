import { createClusterPage } from "#components/clusters/create-cluster-page.tsx";
import { CredentialsView } from "#components/clusters/credentials/credentials-view.tsx";
import { text } from "#lib/language/text.ts";

const page = createClusterPage(CredentialsView, (cluster) => text("Credentials of {project}/{name}", cluster));
export const { generateMetadata } = page;
export default page.Page;
