import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiProblem, requestErrorOf } from "#components/data/calls/api-problem.ts";
import { refetchActiveQueries } from "#components/data/calls/refetch-active-queries.ts";
import { accountsQuery, changeAccount } from "#components/data/queries/account-queries.ts";
import { isRequestOutcomeUncertain } from "#lib/act/follow/operation-progress.ts";
import type { AccountChange } from "#lib/contract/project/accounts.ts";
import { text } from "#lib/language/text.ts";

/**
 * Mutation of an account. It takes a function that makes the body, so that TanStack Query keeps no values of secrets:
 * its cache would hold the variables of a mutation for minutes.
 */
export function useAccountChange(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (bodyOf: () => AccountChange) => changeAccount(project, bodyOf()),
    gcTime: 0,
    onSettled: async () => {
      await refetchActiveQueries(client, accountsQuery(project).queryKey);
      // Its list of accounts is no longer right.
      client.removeQueries({ queryKey: ["new-cluster", project] });
    },
  });
}

/** Title of a failure: that nothing was done, unless this is not certain. */
export function failureTitleOf(error: unknown, title: string): string {
  return isRequestOutcomeUncertain(requestErrorOf(error)) ? text("It is not certain what was done") : title;
}

/** The errors that the server found, by key or field. */
export function causesOf(error: unknown): Readonly<Record<string, string>> {
  const causes = error instanceof ApiProblem ? (error.problem?.causes ?? []) : [];
  return Object.fromEntries(causes.map(({ field, message }) => [field, message]));
}
