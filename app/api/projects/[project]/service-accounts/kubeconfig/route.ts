import {
  serviceAccountKubeconfigRequestSchema,
  serviceAccountKubeconfigSchema,
} from "#lib/contract/project/service-accounts.ts";
import { text } from "#lib/language/text.ts";
import { createGardenRoute, createMethodRejections } from "#server/app/handler.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { jsonRequestBody, signedInAccess } from "#server/boundary/route-rule.ts";
import { requestServiceAccountKubeconfig } from "#server/projects/request-service-account-kubeconfig.ts";

/** Requests a token for a service account, and returns a kubeconfig with it, once. */
export const POST = createGardenRoute(
  {
    access: signedInAccess,
    body: jsonRequestBody(serviceAccountKubeconfigRequestSchema),
    limit: "reveal",
    effect: "reveal",
    audit: "service-account-kubeconfig",
    garden: "user and shared",
    shows: "scope",
  },
  async ({ app, session, param, body, note, signal }) => {
    const name = param("project");
    if (app.readOnly) {
      const detail = text("This Almanac only reads, and a service account is there to act.");
      throw new ProblemError("read-only", { detail });
    }
    note({ project: name, account: body.name, expirationSeconds: body.expirationSeconds });
    const kubeconfig = await requestServiceAccountKubeconfig(app, {
      token: session.token,
      name,
      account: body.name,
      expirationSeconds: body.expirationSeconds,
      endpoint: await app.gardenEndpoint(),
      signal,
    });
    return Response.json(serviceAccountKubeconfigSchema.parse(kubeconfig), {
      headers: { "cache-control": "no-store" },
    });
  },
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = createMethodRejections("POST");
