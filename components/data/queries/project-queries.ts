import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { NewProject, ProjectChange } from "#lib/contract/project/projects.ts";
import type { ServiceAccountChange, ServiceAccountKubeconfigRequest } from "#lib/contract/project/service-accounts.ts";
import { getJson, postJson } from "../calls/api-client.ts";

// Loaded on demand, because the first render of a page does not need these schemas.
const contract = () => import("#lib/contract/project/projects.ts");

/** While Gardener sets up a project or deletes it, its phase is read often, for some minutes at most. */
const movingMs = 2_000;
const usualMs = 60_000;
const mostMovingReads = 90;

/** Milliseconds until the projects are read again. */
function readAgainMs(phases: readonly (string | undefined)[], reads: number): number {
  const isMoving = phases.some((phase) => phase !== "Ready" && phase !== "Failed");
  return isMoving && reads < mostMovingReads ? movingMs : usualMs;
}

export const projectsQuery = queryOptions({
  queryKey: ["projects"],
  queryFn: async ({ signal }) => getJson("/api/projects", { schema: (await contract()).projectsSchema, signal }),
  staleTime: 10_000,
  refetchInterval: ({ state: { data, dataUpdateCount } }) =>
    readAgainMs(data?.projects.map(({ phase }) => phase) ?? [], dataUpdateCount),
});

export const projectQuery = (name: string) =>
  queryOptions({
    queryKey: ["projects", name],
    queryFn: async ({ signal }) => getJson(projectPath(name), { schema: (await contract()).projectSchema, signal }),
    staleTime: 10_000,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => readAgainMs(data ? [data.phase] : [], dataUpdateCount),
  });

export const projectQuotasQuery = (project: string) =>
  queryOptions({
    queryKey: ["projects", project, "quotas"],
    queryFn: async ({ signal }) =>
      getJson(`${projectPath(project)}/quotas`, { schema: (await contract()).projectQuotasSchema, signal }),
    staleTime: 10_000,
    refetchInterval: usualMs,
  });

const serviceAccountContract = () => import("#lib/contract/project/service-accounts.ts");

export const serviceAccountsQuery = (project: string) =>
  queryOptions({
    queryKey: ["projects", project, "service-accounts"],
    queryFn: async ({ signal }) =>
      getJson(serviceAccountsPath(project), {
        schema: (await serviceAccountContract()).serviceAccountsSchema,
        signal,
      }),
    staleTime: 10_000,
  });

function serviceAccountsPath(project: string): string {
  return `${projectPath(project)}/service-accounts`;
}

/** Creates, describes, deletes or resets a service account. Never retried automatically. */
export function changeServiceAccount(project: string, body: ServiceAccountChange) {
  return postJson(serviceAccountsPath(project), { schema: z.object({}), body });
}

/** Requests a kubeconfig with a new token. It is kept by the caller only. */
export async function requestServiceAccountKubeconfig(project: string, body: ServiceAccountKubeconfigRequest) {
  const { serviceAccountKubeconfigSchema } = await serviceAccountContract();
  return postJson(`${serviceAccountsPath(project)}/kubeconfig`, { schema: serviceAccountKubeconfigSchema, body });
}

function projectPath(name: string): string {
  return `/api/projects/${encodeURIComponent(name)}`;
}

/** Creates a project. Never retried automatically. */
export async function createProject(body: NewProject) {
  return postJson("/api/projects", { schema: (await contract()).createdProjectSchema, body });
}

/** Changes or deletes a project. Never retried automatically. */
export function changeProject(name: string, body: ProjectChange) {
  return postJson(projectPath(name), { schema: z.object({}), body });
}
