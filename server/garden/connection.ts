import "server-only";
import type { LookupFunction } from "node:net";
import type { gardenKinds } from "#lib/contract/session.ts";

/** A client certificate and its key, as PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Authenticates a request. Exactly one of the two is used; a token wins. */
export interface Credential {
  readonly token?: string | undefined;
  readonly certificate?: ClientCertificate | undefined;
}

/** Called before every request, so that rotated credentials are picked up. */
export type CredentialSource = () => Promise<Credential>;

/** Everything needed to connect to one garden, independent of its source. */
export interface GardenConnection {
  readonly kind: (typeof gardenKinds)[number];
  /** The kubeconfig context, `in-cluster`, or `demo`; shown before sign-in. */
  readonly name: string;
  /** Origin and path prefix, without a trailing slash. */
  readonly server: string;
  /** PEM bundle; undefined trusts the system's authorities. Called repeatedly, because bundles are rotated on disk. */
  readonly ca: () => Promise<string | undefined>;
  readonly serverName?: string | undefined;
  readonly skipTlsVerify: boolean;
  readonly proxyUrl?: string | undefined;
  /** Resolves the server's name; the system's resolver when absent. */
  readonly lookup?: LookupFunction | undefined;
  /** Almanac's own credential; undefined when only users have credentials. */
  readonly ownCredential: CredentialSource | undefined;
}

/** Features of a kubeconfig that are allowed beyond plain connections. All others are refused. */
export interface ConnectionPolicy {
  /** Run an `exec` plugin's command, or use the deprecated `auth-provider`. */
  readonly exec: boolean;
  /** Connect through `proxy-url`. */
  readonly proxyUrl: boolean;
  /** Accept `insecure-skip-tls-verify` and plain http. */
  readonly insecureTls: boolean;
}
