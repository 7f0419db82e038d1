import "server-only";
import { text } from "#lib/language/text.ts";
import { ProblemError, type ProblemFacts } from "#server/boundary/problem.ts";
import { toProblemError } from "#server/boundary/to-problem-error.ts";
import { GardenError, type GardenErrorReason, isOutcomeUncertain } from "#server/garden/garden-error.ts";
import { withoutValues } from "./without-values.ts";

/** Whether the garden has certainly not done what it was asked. */
export function isCertainlyRefused(error: unknown): boolean {
  return error instanceof GardenError && !isOutcomeUncertain(error.reason);
}

/**
 * Runs a request to the garden that sends credentials. What the garden says of a refusal reaches the user without the
 * values; the error itself, which could repeat them, is dropped.
 */
export async function withHiddenValues<Done>(
  data: Readonly<Record<string, string>>,
  detailOf: (reason: GardenErrorReason) => string | undefined,
  run: () => Promise<Done>,
): Promise<Done> {
  try {
    return await run();
  } catch (error) {
    throw toAccountProblem(error, data, detailOf);
  }
}

/** The problem for an error of the garden, without the values that were sent. Other errors are returned unchanged. */
export function toAccountProblem(
  error: unknown,
  data: Readonly<Record<string, string>>,
  detailOf: (reason: GardenErrorReason) => string | undefined,
): unknown {
  const problem = toProblemError(error);
  if (problem === undefined || !(error instanceof GardenError)) return error;
  const keys = Object.keys(data);
  const { gardenMessage, retryAfterSeconds } = problem.facts;
  const said = gardenMessage === undefined ? undefined : withoutValues(gardenMessage, Object.values(data), keys);
  const detail = detailOf(error.reason) ?? (isOutcomeUncertain(error.reason) ? uncertain() : undefined);
  const causes = keysNamedIn(said ?? "", keys).map((field) => ({
    field,
    message: text("The garden refuses this value."),
  }));
  return new ProblemError(problem.reason, {
    ...(detail !== undefined && { detail }),
    ...(said !== undefined && { gardenMessage: said }),
    ...(causes.length > 0 && { causes }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  } satisfies ProblemFacts);
}

/** Keys whose field paths a message names, such as `secret.data[accessKeyID]`. */
function keysNamedIn(message: string, keys: readonly string[]): readonly string[] {
  return keys.filter((key) => message.includes(`data[${key}]`));
}

/** Says that a change of what a list shows is uncertain. */
export function uncertain(): string {
  return text("Whether the change took effect is not certain: look at the list again.");
}
