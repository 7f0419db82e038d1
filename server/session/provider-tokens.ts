/** What the provider gives for a sign-in or a refresh token. */
export interface ProviderTokens {
  readonly idToken: string;
  readonly refreshToken?: string;
  readonly displayName?: string;
}

export type Refreshed =
  | { readonly kind: "refreshed"; readonly tokens: ProviderTokens }
  /** The refresh token is no longer good. */
  | { readonly kind: "refused" }
  /** It is good, but no id token came for it, and a garden takes nothing else. */
  | { readonly kind: "without-id-token"; readonly refreshToken: string }
  /** Nobody could say. */
  | { readonly kind: "unavailable"; readonly error: unknown };

/** Whoever gives new tokens for a refresh token. */
export interface TokenRenewer {
  refresh(refreshToken: string): Promise<Refreshed>;
  /** Makes a refresh token useless, as far as the provider can be told. */
  revoke(refreshToken: string): Promise<void>;
}
