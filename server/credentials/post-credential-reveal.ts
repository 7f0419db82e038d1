import "server-only";
import {
  type RevealRequest,
  type RevealResponse,
  revealResponseSchema,
  type StoredCredentialKind,
} from "#lib/contract/credentials-reveal.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { type ClusterReadContext, shootTarget } from "#server/clusters/read-cluster.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import type { Session } from "#server/identity/session.ts";
import { createGardenloginKubeconfig } from "./create-gardenlogin-kubeconfig.ts";
import { readCaBundle } from "./read-ca-bundle.ts";
import { readStoredSecret } from "./read-stored-secret.ts";
import { clusterUnfinishedMessage, isClusterUnfinished, requestKubeconfig } from "./request-kubeconfig.ts";
import type { ShootCredentialCall } from "./shoot-credential-call.ts";

interface Revealing extends Pick<ClusterReadContext, "withToken" | "scopes" | "now"> {
  readonly readOnly: boolean;
  readonly gardenIdentity: (token: string) => Promise<string | undefined>;
}

/** Shows one credential to a user who can read it in the garden. The audit line names its kind, never its contents. */
export async function postCredentialReveal(call: RouteCall<Revealing, Session, RevealRequest>): Promise<Response> {
  const { app, session, body, signal } = call;
  const cluster = { project: call.param("project"), name: call.param("name") };
  const { what, ...choice } = body;
  call.note({ cluster: `${cluster.project}/${cluster.name}`, what, ...choice });
  if (app.readOnly && body.what === "admin-kubeconfig") {
    const detail = text("This Almanac only reads, and an admin kubeconfig is there to change things.");
    throw new ProblemError("read-only", { detail });
  }
  const target = await shootTarget(app, { token: session.token, cluster, signal });
  const retrieval = { client: app.withToken(session.token), target, now: app.now, signal };
  const revealed = await reveal(retrieval, body, () => app.gardenIdentity(session.token));
  return createVisibleJsonResponse(revealResponseSchema.parse(revealed), { headers: { "cache-control": "no-store" } });
}

/** Messages for a missing Secret: the API server's "not found" would be read as a missing cluster. */
const absences: Readonly<Record<StoredCredentialKind, Message>> = {
  "ca-bundle": message("Gardener has not made the certificate authorities' bundle yet."),
  monitoring: message(
    "There are no monitoring credentials: the cluster is not reconciled yet, or its purpose is testing.",
  ),
  "ssh-keypair": message("There is no SSH key pair: SSH access is off, or not set up yet."),
  "old-ssh-keypair": message("There is no old SSH key pair: it was not rotated yet."),
  "static-kubeconfig": message("There is no static token kubeconfig."),
};

async function reveal(
  call: ShootCredentialCall,
  body: RevealRequest,
  gardenIdentity: () => Promise<string | undefined>,
): Promise<RevealResponse> {
  if ("expirationSeconds" in body) return finished(requestKubeconfig(call, body));
  if ("accessLevel" in body) {
    return createGardenloginKubeconfig(call, { accessLevel: body.accessLevel, gardenIdentity: await gardenIdentity() });
  }
  const reading = body.what === "ca-bundle" ? readCaBundle(call) : readStoredSecret(call, body.what);
  return explained(reading, absences[body.what]);
}

async function finished(request: Promise<RevealResponse>): Promise<RevealResponse> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof GardenError) || !isClusterUnfinished(error)) throw error;
    throw new ProblemError("not-found", { detail: text(clusterUnfinishedMessage) }, { cause: error });
  }
}

async function explained(reading: Promise<RevealResponse>, absence: Message): Promise<RevealResponse> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof GardenError && error.reason === "not-found") {
      throw new ProblemError("not-found", { detail: text(absence) }, { cause: error });
    }
    throw error;
  }
}
