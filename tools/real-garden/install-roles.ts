import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { describeGardenRejection, type GardenAccess, type GardenHttpResponse } from "./garden-access.ts";

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const collections: Readonly<Record<string, (namespace: string | undefined) => string>> = {
  Namespace: () => "/api/v1/namespaces",
  ClusterRole: () => `${rbac}/clusterroles`,
  ClusterRoleBinding: () => `${rbac}/clusterrolebindings`,
  Role: (namespace) => `${rbac}/namespaces/${namespace}/roles`,
  RoleBinding: (namespace) => `${rbac}/namespaces/${namespace}/rolebindings`,
};

const objectSchema = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.optional(z.string()) }),
});
type Role = z.infer<typeof objectSchema>;

const aggregatedSchema = z.looseObject({
  metadata: z.looseObject({ name: z.string(), labels: z.optional(z.record(z.string(), z.string())) }),
  aggregationRule: z.optional(
    z.object({ clusterRoleSelectors: z.array(z.object({ matchLabels: z.record(z.string(), z.string()) })) }),
  ),
  rules: z.nullish(z.array(z.unknown())),
});

/**
 * Installs the RBAC roles that gardener-operator installs in a virtual garden.
 * @param file path of the program that prints the roles
 */
export async function installRoles(admin: GardenAccess, file: string): Promise<void> {
  const { stdout } = await promisify(execFile)(file, { maxBuffer: 16 * 1024 * 1024 });
  for (const document of parseAllDocuments(stdout)) {
    const role = objectSchema.parse(document.toJS());
    const answer = await createOrReplace(admin, role);
    if (answer.code >= 300) throw new Error(`${role.kind} ${role.metadata.name}: ${describeGardenRejection(answer)}`);
  }
  // Some aggregated roles aggregate other aggregated roles.
  await aggregate(admin);
  await aggregate(admin);
}

async function createOrReplace(admin: GardenAccess, role: Role): Promise<GardenHttpResponse> {
  const { kind, metadata } = role;
  const path = collections[kind]?.(metadata.namespace);
  if (path === undefined) throw new Error(`nobody knows where a ${kind} goes`);
  const answer = await admin.send({ method: "POST", path, body: role });
  return answer.code === 409 && kind !== "Namespace"
    ? admin.send({ method: "PUT", path: `${path}/${metadata.name}`, body: role })
    : { ...answer, code: answer.code === 409 ? 200 : answer.code };
}

/** Does what kube-controller-manager does: copies the rules of selected roles into an aggregated role. */
async function aggregate(admin: GardenAccess): Promise<void> {
  const list = await admin.send({ method: "GET", path: `${rbac}/clusterroles` });
  const { items } = z.object({ items: z.array(aggregatedSchema) }).parse(list.body);
  for (const role of items) {
    const selectors = role.aggregationRule?.clusterRoleSelectors ?? [];
    if (selectors.length === 0) continue;
    const gathered = items.filter(({ metadata }) => {
      const labels = metadata.labels ?? {};
      return selectors.some(({ matchLabels }) =>
        Object.entries(matchLabels).every(([key, value]) => labels[key] === value),
      );
    });
    const body = { ...role, rules: gathered.flatMap(({ rules }) => rules ?? []) };
    const answer = await admin.send({ method: "PUT", path: `${rbac}/clusterroles/${role.metadata.name}`, body });
    if (answer.code !== 200) throw new Error(`${role.metadata.name}: ${describeGardenRejection(answer)}`);
  }
}
