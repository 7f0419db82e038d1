import "server-only";
import type { AccountChangeOf } from "#lib/contract/project/accounts.ts";
import { isDns1123Label, isDns1123Subdomain } from "#lib/kube/names.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { credentialsBindings, secrets } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import { findAccountErrors } from "#lib/policy/accounts/find-account-errors.ts";
import type { QuotaReference } from "#lib/policy/projects/quota-references.ts";
import { fieldErrorIf } from "#lib/policy/spec-validation/field-error.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { type GardenErrorReason, isOutcomeUncertain } from "#server/garden/garden-error.ts";
import {
  type AccountContext,
  type AccountRequest,
  accountPlaceOf,
  dnsProviderLabel,
  rejectAccountErrors,
} from "./account-context.ts";
import { isCertainlyRefused, toAccountProblem, withHiddenValues } from "./account-problems.ts";
import { findQuotaErrors } from "./account-quotas.ts";

interface AccountCreation extends AccountRequest {
  readonly change: AccountChangeOf<"create">;
}

/**
 * Creates an account with the user's own token: the Secret first, then the binding to it, unless it is for DNS. If the
 * garden refuses the binding, the Secret is removed.
 */
export async function createAccount(context: AccountContext, request: AccountCreation): Promise<void> {
  const place = await accountPlaceOf(context, request);
  const { namespace, client } = place;
  const { name, type, purpose, way, quotas = [] } = request.change;
  const data = Object.fromEntries(Object.entries(request.change.data).filter(([, value]) => value !== ""));
  rejectAccountErrors([
    ...fieldErrorIf(!isDns1123Subdomain(name), "name", "NAME_INVALID", { value: name }),
    ...fieldErrorIf(!isDns1123Label(type), "type", "NAME_INVALID", { value: type }),
    ...findAccountErrors({ purpose, type, data, way }),
    ...(purpose === "dns" ? [] : await findQuotaErrors(place, quotas)),
  ]);
  const body = {
    apiVersion: "v1",
    kind: "Secret",
    type: "Opaque",
    metadata: { name, ...(purpose === "dns" && { labels: { [dnsProviderLabel]: type } }) },
    data: encodedData(data),
  };
  const created = await withHiddenValues(data, secretDetail, () =>
    // Not stopped because the browser leaves: a Secret without a binding would be left.
    client.create<KubeObject>({ resource: secrets, namespace }, body),
  );
  if (purpose === "dns") return;
  const { uid = "" } = created.body.metadata;
  await bindCredentials(client, { target: { resource: secrets, namespace, name }, uid, type, data, quotas });
}

/** Values as the API of Secrets has them, in base64. */
export function encodedData(data: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, Buffer.from(value, "utf8").toString("base64")]),
  );
}

interface NewCredentials {
  readonly target: ObjectTarget & { readonly namespace: string };
  readonly uid: string;
  readonly type: string;
  /** Values that were sent, which no message repeats. */
  readonly data: Readonly<Record<string, string>>;
  readonly quotas: readonly QuotaReference[];
}

/**
 * Creates the binding to new credentials, with the same name, and removes the credentials if the garden refuses it. From
 * here on nothing stops because the browser leaves: half an account would be left.
 */
export async function bindCredentials(
  client: GardenClient,
  { target: { resource, namespace, name }, uid, type, data, quotas }: NewCredentials,
): Promise<void> {
  const apiVersion = resource.group === "" ? resource.version : `${resource.group}/${resource.version}`;
  const binding = {
    apiVersion: "security.gardener.cloud/v1alpha1",
    kind: "CredentialsBinding",
    metadata: { name },
    provider: { type },
    credentialsRef: { apiVersion, kind: resource.kind, namespace, name },
    ...(quotas.length > 0 && { quotas }),
  };
  try {
    await client.create<KubeObject>({ resource: credentialsBindings, namespace }, binding);
  } catch (error) {
    if (isCertainlyRefused(error)) await removeCredentials(client, { resource, namespace, name }, uid);
    throw toAccountProblem(
      error,
      data,
      (reason) =>
        bindingDetail(reason) ?? (isOutcomeUncertain(reason) ? uncertainBinding(resource.kind, name) : undefined),
    );
  }
}

function uncertainBinding(kind: string, name: string): string {
  return text(
    "The {kind} {name} was created. Whether the binding to it was is not certain: look at the list, and delete the {kind} with kubectl if the account is not there.",
    { kind, name },
  );
}

async function removeCredentials(client: GardenClient, target: ObjectTarget, uid: string): Promise<void> {
  try {
    await client.delete(target, { uid });
  } catch {
    const detail = text("The garden refused the binding, and the {kind} {name} could not be removed again.", {
      kind: target.resource.kind,
      name: target.name,
    });
    // The cause is left out, because it can repeat a value.
    throw new ProblemError("garden-failed", { detail });
  }
}

function secretDetail(reason: GardenErrorReason): string | undefined {
  switch (reason) {
    case "already-exists":
      return text("There is a Secret of this name already. It can be left over from an earlier attempt.");
    case "forbidden":
      return text("You are not allowed to create Secrets here, or the quota of the project is used up.");
    default:
      return undefined;
  }
}

function bindingDetail(reason: GardenErrorReason): string | undefined {
  switch (reason) {
    case "already-exists":
      return text("There is an account of this name already.");
    case "forbidden":
      return text("You are not allowed to create accounts here, or the quota of the project is used up.");
    default:
      return undefined;
  }
}
