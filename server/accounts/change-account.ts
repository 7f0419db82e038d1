import "server-only";
import type { AccountChange } from "#lib/contract/accounts.ts";
import type { AccountContext, AccountRequest } from "./account-context.ts";
import { createAccount } from "./create-account.ts";
import { createIdentity } from "./create-identity.ts";
import { deleteAccount, deleteIdentity } from "./delete-account.ts";
import { updateAccount } from "./update-account.ts";

interface AccountChanging extends AccountRequest {
  readonly change: AccountChange;
}

/** Creates, updates or deletes an account of a project, with the user's own token. */
export function changeAccount(context: AccountContext, { change, ...request }: AccountChanging): Promise<void> {
  switch (change.kind) {
    case "create":
      return createAccount(context, { ...request, change });
    case "update":
      return updateAccount(context, { ...request, change });
    case "delete":
      return deleteAccount(context, { ...request, change });
    case "create-identity":
      return createIdentity(context, { ...request, change });
    case "delete-identity":
      return deleteIdentity(context, { ...request, change });
  }
}

/** What is recorded of a change: names and kinds, and of the data only its keys. */
export function recordedChange(change: AccountChange): object {
  return "data" in change ? { ...change, data: Object.keys(change.data).sort() } : change;
}
