import "server-only";
import type { AccountChangeOf } from "#lib/contract/accounts.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { secrets } from "#lib/kube/resource.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";
import type { AccountPurpose } from "#lib/policy/accounts/account-key.ts";
import { type AccountData, findAccountErrors } from "#lib/policy/accounts/find-account-errors.ts";
import { leadsToOtherProject, mergeAccountData } from "#lib/policy/accounts/merge-account-data.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { GardenErrorReason } from "#server/garden/garden-error.ts";
import {
  type AccountContext,
  type AccountPlace,
  type AccountRequest,
  accountPlaceOf,
  credentialsOfBinding,
  dnsProviderLabel,
  rejectAccountErrors,
  resourceOfBinding,
} from "./account-context.ts";
import { withHiddenValues } from "./account-problems.ts";
import { encodedData } from "./create-account.ts";

interface AccountUpdate extends AccountRequest {
  readonly change: AccountChangeOf<"update">;
}

/**
 * Changes values in the Secret of an account in place, with the user's own token. What the Secret had is read to check
 * the result, and leaves this function only for the garden.
 */
export async function updateAccount(context: AccountContext, request: AccountUpdate): Promise<void> {
  const place = await accountPlaceOf(context, request);
  const { namespace, client, signal } = place;
  const { data: given, way, acceptsOtherProject } = request.change;
  const { name, type, purpose } = await secretOf(place, request.change);
  const target = { resource: secrets, namespace, name };
  const secret = await withHiddenValues({}, updateDetail, () => client.get<KubeObject>(target, { signal }));
  if (purpose === "dns") requireDnsLabel(secret.body);
  const before = decodedData(secret.body);
  const ofType = {
    purpose,
    type: purpose === "dns" ? (secret.body.metadata.labels?.[dnsProviderLabel] ?? "") : type,
    way,
  };
  const data = mergeAccountData({ ...ofType, before, given });
  rejectAccountErrors(findAccountErrors({ ...ofType, data, before }));
  if (!acceptsOtherProject && leadsToOtherProject(before, data)) throw otherProjectProblem();
  const patch = {
    metadata: { resourceVersion: secret.body.metadata.resourceVersion ?? "" },
    data: differences(before, data),
  };
  if (Object.keys(patch.data).length === 0) {
    throw new ProblemError("invalid-request", { detail: text("The account has these values already.") });
  }
  await withHiddenValues({ ...before, ...data }, updateDetail, () =>
    client.patch<KubeObject>(target, patch, { signal }),
  );
}

interface AccountSecret {
  readonly name: string;
  readonly type: string;
  readonly purpose: AccountPurpose;
}

/** The Secret of the account: it is in the project itself, and what is shared from elsewhere is changed there. */
async function secretOf(
  { client, namespace, signal }: AccountPlace,
  { account }: AccountChangeOf<"update">,
): Promise<AccountSecret> {
  if (account.kind === "Secret") return { name: account.name, type: "", purpose: "dns" };
  const target = { resource: resourceOfBinding(account.kind), namespace, name: account.name };
  const binding = await withHiddenValues({}, updateDetail, () => client.get<KubeObject>(target, { signal }));
  const credentials = credentialsOfBinding(binding.body);
  if (credentials?.kind !== "Secret") {
    throw new ProblemError("invalid-request", { detail: text("This account has no Secret with values to change.") });
  }
  if (credentials.namespace !== namespace) {
    const detail = text("The Secret belongs to another project: it is changed there.");
    throw new ProblemError("invalid-request", { detail });
  }
  return { name: credentials.name, type: stringAt(binding.body, "provider", "type") ?? "", purpose: "infrastructure" };
}

/** A Secret without the label is none of a DNS account, and is not changed here. */
function requireDnsLabel(secret: KubeObject): void {
  if (secret.metadata.labels?.[dnsProviderLabel]) return;
  throw new ProblemError("not-found", { detail: text("There is no such account.") });
}

function decodedData(secret: KubeObject): AccountData {
  const data = fieldAt(secret, "data");
  const entries = isRecord(data) ? Object.entries(data) : [];
  return Object.fromEntries(
    entries.map(([key, value]) => [key, Buffer.from(String(value), "base64").toString("utf8")]),
  );
}

/** The part of a merge patch for what differs: new values, and null for keys that go. */
function differences(before: AccountData, after: AccountData): Record<string, string | null> {
  const changed = Object.entries(after).filter(([key, value]) => before[key] !== value);
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  return { ...encodedData(Object.fromEntries(changed)), ...Object.fromEntries(gone.map((key) => [key, null])) };
}

function otherProjectProblem(): ProblemError {
  const detail = text("These credentials are for another project of Google than the present ones.");
  const message = text("Confirm that the clusters move to another project.");
  return new ProblemError("refused-by-policy", { detail, causes: [{ field: "acceptsOtherProject", message }] });
}

function updateDetail(reason: GardenErrorReason): string | undefined {
  switch (reason) {
    case "not-found":
      return text("The account is gone.");
    case "forbidden":
      return text("You are not allowed to change the Secrets of this project.");
    case "conflict":
      return text("Somebody has changed the account since: nothing was changed.");
    default:
      return undefined;
  }
}
