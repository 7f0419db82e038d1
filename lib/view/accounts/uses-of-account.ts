import type { Accounts, ListedAccount, ListedCredentialsUses } from "#lib/contract/project/accounts.ts";

const none: ListedCredentialsUses = {
  clusters: [],
  clusterCount: 0,
  upToDate: 0,
  mayDisableOld: false,
};

/** What uses the credentials of an account; accounts that lead to the same credentials share it. */
export function usesOfAccount(list: Pick<Accounts, "uses">, { uses }: Pick<ListedAccount, "uses">) {
  return (uses === undefined ? undefined : list.uses[uses]) ?? none;
}
