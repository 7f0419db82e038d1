import "server-only";
import { createFileReader } from "./create-file-reader.ts";

/** Where people and robots reach the garden's API server. */
export interface GardenEndpoint {
  /** Origin and path prefix, without a trailing slash. */
  readonly server: string;
  /** Certificates of the authority that signed the server's, as PEM; undefined for one that systems trust. */
  readonly ca: string | undefined;
  /** Whether this is the address by which Almanac itself reaches the garden, which can be an internal one. */
  readonly isOwn: boolean;
}

interface ExternalAddress {
  readonly server: string;
  /** File with certificate authorities as PEM. */
  readonly caFile: string | undefined;
}

/** Returns a function that reads the configured external address of a garden, or else Almanac's own. */
export function createGardenEndpoint(
  external: ExternalAddress | undefined,
  own: () => Promise<Omit<GardenEndpoint, "isOwn">>,
): () => Promise<GardenEndpoint> {
  if (external === undefined) return async () => ({ ...(await own()), isOwn: true });
  const { server, caFile } = external;
  const ca = caFile === undefined ? async () => undefined : createFileReader(caFile);
  return async () => ({ server, ca: await ca(), isOwn: false });
}

/** The `cluster` of a kubeconfig for an API server. */
export function kubeconfigCluster({ server, ca }: Pick<GardenEndpoint, "server" | "ca">) {
  return { server, ...(ca && { "certificate-authority-data": encodeBase64(ca) }) };
}

export function encodeBase64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
