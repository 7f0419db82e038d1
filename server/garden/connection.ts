import "server-only";
import type { LookupFunction } from "node:net";
import type { gardenKinds } from "#lib/contract/session.ts";

/** A client certificate and its key, as PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Who a request is made as. Exactly one of the two is used; a token wins. */
export interface Credential {
  readonly token?: string | undefined;
  readonly certificate?: ClientCertificate | undefined;
}

/** Asked before every request, so that rotated credentials are picked up. */
export type CredentialSource = () => Promise<Credential>;

/** What is needed to speak to one garden, whatever it was read from. */
export interface GardenConnection {
  readonly kind: (typeof gardenKinds)[number];
  /** The kubeconfig context, `in-cluster`, or `demo`: shown before sign-in. */
  readonly name: string;
  /** Origin and path prefix, without a slash at the end. */
  readonly server: string;
  /** PEM bundle; undefined trusts the system's authorities. Asked again, because bundles are rotated on disk. */
  readonly ca: () => Promise<string | undefined>;
  readonly serverName?: string | undefined;
  readonly skipTlsVerify: boolean;
  readonly proxyUrl?: string | undefined;
  /** Says which addresses the server's name has; absent where the system does. */
  readonly lookup?: LookupFunction | undefined;
  /** Almanac's own credential; undefined when only users have one. */
  readonly ownCredential: CredentialSource | undefined;
}

/** What a kubeconfig may ask of this process beyond connecting. Everything is refused unless it is allowed here. */
export interface ConnectionPolicy {
  /** Run an `exec` plugin's command, or use the deprecated `auth-provider`. */
  readonly exec: boolean;
  /** Connect through `proxy-url`. */
  readonly proxyUrl: boolean;
  /** Accept `insecure-skip-tls-verify` and plain http. */
  readonly insecureTls: boolean;
}
