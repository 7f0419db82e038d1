/** Tokens of the identity provider after sign-in or refresh. */
export interface ProviderTokens {
  readonly idToken: string;
  readonly refreshToken?: string;
  readonly displayName?: string;
}

export type TokenRefreshResult =
  | { readonly kind: "refreshed"; readonly tokens: ProviderTokens }
  /** The refresh token is no longer valid. */
  | { readonly kind: "refused" }
  /** The refresh token is valid, but the response has no id token, which gardens require. */
  | { readonly kind: "without-id-token"; readonly refreshToken: string }
  /** The provider did not answer. */
  | { readonly kind: "unavailable"; readonly error: unknown };

/** Exchanges refresh tokens at the identity provider, and revokes them. */
export interface TokenRenewer {
  refresh(refreshToken: string): Promise<TokenRefreshResult>;
  /** Revokes a refresh token, if the provider supports it. */
  revoke(refreshToken: string): Promise<void>;
}
