import "server-only";
import type { AccountChangeOf } from "#lib/contract/project/accounts.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { workloadIdentities } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import { findIdentityErrors, isIdentityProvider, providerConfigOf } from "#lib/policy/accounts/workload-identity.ts";
import { fieldErrorIf } from "#lib/policy/spec-validation/field-error.ts";
import { toProblemErrorWith } from "#server/boundary/to-problem-error.ts";
import type { GardenErrorReason } from "#server/garden/garden-error.ts";
import { type AccountContext, type AccountRequest, accountPlaceOf, rejectAccountErrors } from "./account-context.ts";
import { findQuotaErrors } from "./account-quotas.ts";
import { bindCredentials } from "./create-account.ts";

interface IdentityCreation extends AccountRequest {
  readonly change: AccountChangeOf<"create-identity">;
}

/** Creates a WorkloadIdentity and the binding to it with the user's own token. It has no secret values. */
export async function createIdentity(context: AccountContext, request: IdentityCreation): Promise<void> {
  const place = await accountPlaceOf(context, request);
  const { namespace, client } = place;
  const { name, type, audiences, config, quotas = [] } = request.change;
  rejectAccountErrors([
    ...fieldErrorIf(!isIdentityProvider(type), "type", "VALUE_UNKNOWN", {
      value: type,
      offered: ["aws", "azure", "gcp"],
    }),
    ...findIdentityErrors({ type, namespace, name, audiences, config }),
    ...(await findQuotaErrors(place, quotas)),
  ]);
  const body = {
    apiVersion: "security.gardener.cloud/v1alpha1",
    kind: "WorkloadIdentity",
    metadata: { name },
    spec: { audiences, targetSystem: { type, providerConfig: providerConfigOf(type, config) } },
  };
  const target = { resource: workloadIdentities, namespace };
  const created = await client
    .create<KubeObject>(target, body)
    .catch((error: unknown) => Promise.reject(toProblemErrorWith(error, ({ reason }) => factsFor(reason))));
  const { uid = "" } = created.body.metadata;
  await bindCredentials(client, { target: { ...target, name }, uid, type, data: {}, quotas });
}

function factsFor(reason: GardenErrorReason) {
  switch (reason) {
    case "already-exists":
      return { detail: text("There is a WorkloadIdentity of this name already.") };
    case "forbidden":
      return { detail: text("You are not allowed to create WorkloadIdentities here.") };
    default:
      return {};
  }
}
