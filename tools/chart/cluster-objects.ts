import { z } from "zod";
import type { GardenAccess } from "#tools/real-garden/garden-access.ts";

const data = z.object({ data: z.record(z.string(), z.string()).default({}) });

const container = z.object({
  /** Default settings of the container image, which a Deployment can override. */
  command: z.never().optional(),
  args: z.never().optional(),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
});

const deployment = z.object({
  spec: z.object({
    template: z.looseObject({
      metadata: z.looseObject({}),
      spec: z.looseObject({
        containers: z.tuple([container.loose()]),
        volumes: z.array(
          z.object({
            name: z.string(),
            secret: z.object({ secretName: z.string() }).optional(),
            configMap: z.object({ name: z.string() }).optional(),
          }),
        ),
      }),
    }),
  }),
});
export type PodTemplate = z.infer<typeof deployment>["spec"]["template"];

/** Files (by path) and environment variables that a container of a pod gets. */
export interface PodView {
  readonly variables: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

/** Reads objects of a namespace with all permissions. */
export interface NamespaceReader {
  template(name: string): Promise<PodTemplate>;
  /** Returns the decoded values of a Secret. */
  secret(name: string): Promise<Readonly<Record<string, string>>>;
  /** Returns the files and variables that kubelet would provide to the container of a Deployment. */
  podView(name: string): Promise<PodView>;
}

export function readNamespace(admin: GardenAccess, namespace: string): NamespaceReader {
  const read = async (path: string): Promise<unknown> => {
    const { code, body } = await admin.send({ method: "GET", path });
    if (code !== 200) throw new Error(`${path} is answered with ${code}`);
    return body;
  };
  const core = `/api/v1/namespaces/${namespace}`;
  const reader: NamespaceReader = {
    async template(name) {
      return deployment.parse(await read(`/apis/apps/v1/namespaces/${namespace}/deployments/${name}`)).spec.template;
    },
    async secret(name) {
      const entries = Object.entries(data.parse(await read(`${core}/secrets/${name}`)).data);
      return Object.fromEntries(entries.map(([key, value]) => [key, Buffer.from(value, "base64").toString()]));
    },
    async podView(name) {
      const { spec } = await reader.template(name);
      const files: Record<string, string> = {};
      for (const { name: volume, secret, configMap } of spec.volumes) {
        const mount = spec.containers[0].volumeMounts.find((each) => each.name === volume);
        const texts =
          secret !== undefined
            ? await reader.secret(secret.secretName)
            : configMap !== undefined
              ? data.parse(await read(`${core}/configmaps/${configMap.name}`)).data
              : {};
        for (const [key, text] of Object.entries(texts)) files[`${mount?.mountPath}/${key}`] = text;
      }
      const variables = Object.fromEntries(spec.containers[0].env.map((each) => [each.name, each.value]));
      return { variables, files };
    },
  };
  return reader;
}
