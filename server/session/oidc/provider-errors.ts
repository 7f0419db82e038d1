import "server-only";
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import { text } from "#lib/language/text.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { ProviderUnreachable } from "./provider-fetch.ts";

/** Error codes of openid-client for a provider that does not respond, or responds like a proxy or a broken server. */
const brokenAnswers: ReadonlySet<string | undefined> = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR",
]);

/** Whether an error is the identity provider's (unreachable, broken or misconfigured) and not the user's. */
export function isProviderError(error: unknown): boolean {
  if (error instanceof ProviderUnreachable || error instanceof WWWAuthenticateChallengeError) return true;
  if (error instanceof ResponseBodyError) return error.error !== "invalid_grant" || error.status >= 500;
  return error instanceof ClientError && brokenAnswers.has(error.code);
}

export function isInvalidGrant(error: unknown): boolean {
  return error instanceof ResponseBodyError && error.error === "invalid_grant" && error.status < 500;
}

/** Problem response for a failed sign-in, without the provider's message, which anyone could have put into the URL. */
export function loginProblem(error: unknown): ProblemError {
  const options = { cause: error };
  if (isProviderError(error)) return providerProblem(error);
  if (error instanceof AuthorizationResponseError) {
    const detail =
      error.error === "access_denied"
        ? text("The identity provider did not let you in, or you cancelled.")
        : text("The identity provider refused the sign-in ({error}).", { error: codeOf(error.error) });
    return new ProblemError("not-signed-in", { detail }, options);
  }
  const detail = isInvalidGrant(error)
    ? text("This sign-in was used already, or took too long. Start again.")
    : text("The identity provider's answer does not prove who you are. Start again.");
  return new ProblemError("not-signed-in", { detail }, options);
}

export function providerProblem(error: unknown): ProblemError {
  const detail =
    error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError
      ? text(
          "The identity provider does not accept this Almanac as its client. Whoever runs it finds the reason in the log.",
        )
      : text("The identity provider did not answer as it should. Try again in a moment.");
  return new ProblemError("identity-provider-unavailable", { detail, retryAfterSeconds: 5 }, { cause: error });
}

/** The OAuth error code if it is valid; others are not shown, since the value comes from the URL. */
function codeOf(code: string): string {
  return /^[a-z_]{1,40}$/.test(code) ? code : text("without a known reason");
}
