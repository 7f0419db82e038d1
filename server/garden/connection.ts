import "server-only";
import type { LookupFunction } from "node:net";
import type { gardenKinds } from "#lib/contract/session.ts";

/** A client certificate and its private key, as PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** A token or a client certificate that authenticates a request; with both, the token is used. */
export interface Credential {
  readonly token?: string | undefined;
  readonly certificate?: ClientCertificate | undefined;
}

/** Returns the current credential. It is called before every request, so that rotated credentials are noticed. */
export type CredentialSource = () => Promise<Credential>;

/** Everything needed to connect to one garden's API server, from whichever source it was configured. */
export interface GardenConnection {
  readonly kind: (typeof gardenKinds)[number];
  /** The kubeconfig context, `in-cluster`, or `demo`; shown before sign-in. */
  readonly name: string;
  /** URL of the API server: origin and path prefix, without a trailing slash. */
  readonly server: string;
  /** PEM bundle; undefined trusts the system's authorities. Called repeatedly, because bundles are rotated on disk. */
  readonly ca: () => Promise<string | undefined>;
  readonly serverName?: string | undefined;
  readonly skipTlsVerify: boolean;
  readonly proxyUrl?: string | undefined;
  /** Resolves the API server's host name; the system's resolver when absent. */
  readonly lookup?: LookupFunction | undefined;
  /** Almanac's own credential; undefined when only users have credentials. */
  readonly ownCredential: CredentialSource | undefined;
}

/** Which risky features of a kubeconfig are allowed; all others are refused. */
export interface ConnectionPolicy {
  /** Whether an `exec` plugin's command may be run, or the deprecated `auth-provider` used. */
  readonly exec: boolean;
  /** Whether to connect through a kubeconfig's `proxy-url`. */
  readonly proxyUrl: boolean;
  /** Whether to accept `insecure-skip-tls-verify` and plain http. */
  readonly insecureTls: boolean;
}
