import "server-only";
import type { ServiceAccountChange } from "#lib/contract/project/service-accounts.ts";
import { serviceAccountAnnotations } from "#lib/garden/project-annotations.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { serviceAccounts } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import { ProblemError, type ProblemFacts } from "#server/boundary/problem.ts";
import { toProblemErrorWith } from "#server/boundary/to-problem-error.ts";
import { GardenError, type GardenErrorReason, isOutcomeUncertain } from "#server/garden/garden-error.ts";
import { type ProjectContext, type ProjectRequest, requireSeenProject } from "./project-context.ts";

interface ServiceAccountChanging extends ProjectRequest {
  readonly change: ServiceAccountChange;
}

/** Creates, describes, deletes or resets a service account of a project, with the user's own token. */
export async function changeServiceAccount(context: ProjectContext, request: ServiceAccountChanging): Promise<void> {
  const { token, name: projectName, change, signal } = request;
  const { project, identity } = await requireSeenProject(context, token, projectName);
  const client = context.withToken(token);
  const collection = { resource: serviceAccounts, namespace: project.spec.namespace ?? "" };
  const target = { ...collection, name: change.name };
  const create = (annotations: Readonly<Record<string, string>>) =>
    client.create<KubeObject>(
      collection,
      { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: change.name, annotations } },
      { signal },
    );
  try {
    switch (change.kind) {
      case "create":
        await create({
          [serviceAccountAnnotations.createdBy]: identity.name,
          ...(change.description && { [serviceAccountAnnotations.description]: change.description }),
        });
        return;
      case "describe": {
        const { body } = await client.get<KubeObject>(target, { signal });
        const annotations = { [serviceAccountAnnotations.description]: change.description || null };
        const resourceVersion = body.metadata.resourceVersion ?? "";
        await client.patch<KubeObject>(target, { metadata: { resourceVersion, annotations } }, { signal });
        return;
      }
      case "delete":
        await client.delete(target, { uid: change.uid, signal });
        return;
      case "reset": {
        const { body } = await client.get<KubeObject>(target, { signal });
        await client.delete(target, { uid: change.uid, signal });
        await recreate(() => create(ownAnnotationsOf(body)));
        return;
      }
    }
  } catch (error) {
    throw toProblemErrorWith(error, ({ reason }) => factsFor(reason, change.kind));
  }
}

/** Annotations of an account that stay when it is created again. */
function ownAnnotationsOf({ metadata }: KubeObject): Readonly<Record<string, string>> {
  const kept = Object.values(serviceAccountAnnotations).map((key) => [key, metadata.annotations?.[key] ?? ""] as const);
  return Object.fromEntries(kept.filter(([, value]) => value !== ""));
}

/** Kubernetes itself creates the account `default` again; somebody else can have been faster, too. */
async function recreate(create: () => Promise<unknown>): Promise<void> {
  try {
    await create();
  } catch (error) {
    if (error instanceof GardenError && error.reason === "already-exists") return;
    const detail = text("The account is deleted and all of its tokens have ended, but it could not be created again.");
    throw new ProblemError("garden-failed", { detail }, { cause: error });
  }
}

function factsFor(reason: GardenErrorReason, kind: ServiceAccountChange["kind"]): ProblemFacts {
  if (isOutcomeUncertain(reason)) {
    return { detail: text("Whether the change took effect is not certain: look at the list again.") };
  }
  switch (reason) {
    case "already-exists":
      return { detail: text("There is a service account of this name already.") };
    case "forbidden":
      return {
        detail:
          kind === "create"
            ? text("You are not allowed to create service accounts here, or the quota of the project is used up.")
            : text("You are not allowed to change service accounts here."),
      };
    case "not-found":
      return { detail: text("The service account is gone.") };
    case "conflict":
      return { detail: text("The service account has changed since you opened it.") };
    default:
      return {};
  }
}
