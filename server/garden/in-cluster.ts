import "server-only";
import { isIPv6 } from "node:net";
import { join } from "node:path";
import type { GardenConnection } from "./connection.ts";
import { createFileReader } from "./create-file-reader.ts";
import { GardenError } from "./garden-error.ts";

export interface InClusterSource {
  readonly kind: "in-cluster";
  /** KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT, set in every container of a cluster. */
  readonly host: string;
  readonly port: string;
  /** Folder in which the service account's token and CA bundle are mounted. */
  readonly directory?: string | undefined;
}

const serviceAccountDirectory = "/var/run/secrets/kubernetes.io/serviceaccount";

/** Connects to the API server of this process's cluster by its service account, whose token kubelet rotates. */
export function inClusterConnection(source: InClusterSource): GardenConnection {
  const { host, port, directory = serviceAccountDirectory } = source;
  if (host === "" || !/^\d{1,5}$/.test(port)) {
    throw new GardenError({
      reason: "configuration",
      message: "Not in a cluster: its API server's address is missing",
    });
  }
  const token = createFileReader(join(directory, "token"));
  return {
    kind: "in-cluster",
    name: "in-cluster",
    server: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    ca: createFileReader(join(directory, "ca.crt")),
    skipTlsVerify: false,
    ownCredential: async () => ({ token: await token() }),
  };
}
