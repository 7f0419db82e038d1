import "server-only";
import type { Project } from "#lib/garden/project.ts";
import { stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import {
  credentialsBindings,
  type KubeResource,
  secretBindings,
  secrets,
  workloadIdentities,
} from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import type { CredentialsRef } from "#lib/policy/rotations/cloud-credentials.ts";
import type { FieldErrors } from "#lib/policy/spec-validation/field-error.ts";
import { describeFieldError } from "#lib/words/field-error-descriptions.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Fleet, FleetSources } from "#server/fleet/fleet.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { type ProjectContext, type ProjectRequest, requireSeenProject } from "#server/projects/project-context.ts";

export interface AccountContext extends ProjectContext {
  readonly sources: Pick<FleetSources, "shoots" | "cloudProfiles">;
  readonly fleet: Pick<Fleet, "requireRead">;
}

export type AccountRequest = ProjectRequest;

/** Label by which Gardener's dashboard, too, finds Secrets for DNS providers; its value is the provider's type. */
export const dnsProviderLabel = "dashboard.gardener.cloud/dnsProviderType";

/** A request about the accounts of a project that the user sees. */
export interface AccountPlace {
  readonly project: Project;
  readonly namespace: string;
  readonly client: GardenClient;
  readonly scope: UserScope;
  readonly signal: AbortSignal;
}

/**
 * @throws ProblemError `not-found` for projects that the user does not see, or that Gardener has not set up yet; and
 * until all clusters are read, because no account would seem to be used
 */
export async function accountPlaceOf(context: AccountContext, request: AccountRequest): Promise<AccountPlace> {
  context.fleet.requireRead();
  const { token, name, signal } = request;
  const [{ project }, scope] = await Promise.all([
    requireSeenProject(context, token, name),
    context.scopes.scopeOf(token),
  ]);
  const { namespace } = project.spec;
  if (!namespace) throw new ProblemError("not-found", { detail: text("Gardener has not set up this project yet.") });
  return { project, namespace, client: context.withToken(token), scope, signal };
}

export type BindingKind = "CredentialsBinding" | "SecretBinding";

export function resourceOfBinding(kind: BindingKind): KubeResource {
  return kind === "SecretBinding" ? secretBindings : credentialsBindings;
}

/** Resource of credentials that users can delete; undefined for others, such as an InternalSecret. */
export function resourceOfCredentials(kind: string): KubeResource | undefined {
  if (kind === "Secret") return secrets;
  return kind === "WorkloadIdentity" ? workloadIdentities : undefined;
}

/** The credentials to which a binding of either kind leads; undefined if it leads to none. */
export function credentialsOfBinding(binding: KubeObject): CredentialsRef | undefined {
  const field = stringAt(binding, "credentialsRef", "name") === undefined ? "secretRef" : "credentialsRef";
  const name = stringAt(binding, field, "name");
  if (name === undefined || name === "") return undefined;
  return {
    kind: stringAt(binding, field, "kind") ?? "Secret",
    namespace: stringAt(binding, field, "namespace") || (binding.metadata.namespace ?? ""),
    name,
  };
}

/** @throws ProblemError `invalid-request` that names the keys and fields, if there is any error */
export function rejectAccountErrors(errors: FieldErrors): void {
  if (errors.length === 0) return;
  const causes = errors.map((error) => ({ field: error.path, message: describeFieldError(error) }));
  throw new ProblemError("invalid-request", { detail: text("The account is not valid."), causes });
}
