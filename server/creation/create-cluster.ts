import "server-only";
import type { z } from "zod/mini";
import type { newClusterSchema } from "#lib/contract/new-cluster.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import { visibleProjectOf } from "#server/access/visible-project.ts";
import type { ProblemFacts } from "#server/boundary/problem.ts";
import { toProblemErrorWith } from "#server/boundary/to-problem-error.ts";
import { type GardenError, isOutcomeUncertain } from "#server/garden/garden-error.ts";
import { causesOfRejection } from "./causes-of-rejection.ts";
import type { CreationContext } from "./creation-context.ts";
import type { NewClusterRequest } from "./preview-new-cluster.ts";
import { readDraft } from "./read-draft.ts";

/** Creates the Shoot with the user's own token. The garden decides; a request without an answer is not repeated. */
export async function createCluster(
  context: Pick<CreationContext, "withToken" | "scopes">,
  { token, project, shoot, signal }: NewClusterRequest,
): Promise<z.infer<typeof newClusterSchema>> {
  const place = await visibleProjectOf(context, token, project);
  const { body } = readDraft(shoot, place);
  try {
    const target = { resource: shoots, namespace: place.namespace };
    const { body: created } = await context.withToken(token).create<Shoot>(target, body, { signal });
    return { project, name: created.metadata.name, uid: created.metadata.uid ?? "" };
  } catch (error) {
    throw toProblemErrorWith(error, (refused) => factsOf(refused, body));
  }
}

function factsOf(error: GardenError, body: Readonly<Record<string, unknown>>): ProblemFacts {
  if (isOutcomeUncertain(error.reason)) {
    return {
      detail: text("Whether the cluster was created is not certain: look at the project's clusters, then repeat."),
    };
  }
  switch (error.reason) {
    case "already-exists":
      return { detail: text("The project has a cluster of this name already.") };
    case "forbidden":
      return { detail: text("You are not allowed to create clusters in this project.") };
    case "invalid":
    case "bad-request":
      return { causes: causesOfRejection(error, body).causes };
    default:
      return {};
  }
}
