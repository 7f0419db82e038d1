import { CredentialsView } from "#components/clusters/credentials/credentials-view.tsx";
import { text } from "#lib/language/text.ts";
import { clusterPage } from "../cluster-page.tsx";

const page = clusterPage(CredentialsView, (cluster) => text("Credentials of {project}/{name}", cluster));
export const { generateMetadata } = page;
export default page.Page;
