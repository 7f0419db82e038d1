/** Types for the parts of oidc-provider that the tests use; the package has none. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  interface GrantContext {
    readonly oidc: { readonly params?: { readonly grant_type?: string } };
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    on(event: "grant.success" | "grant.error" | "grant.revoked", listener: (context: GrantContext) => void): this;
  }
}
