import { listAt, stringAt } from "#lib/kube/field.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { assertFails, eventually, type KubectlCheck, outputOfSuccess } from "../check.ts";

const owner = { context: "owner-data" };
const namespace = "garden-ml";
const version = "1.33.12";
const until = `${new Date(Date.now() + 400 * dayMs).toISOString().slice(0, 10)}T23:59:59Z`;

const profile = (name: string, spec: object) => ({
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "NamespacedCloudProfile",
  metadata: { name, namespace },
  spec: { parent: { kind: "CloudProfile", name: "gcp" }, ...spec },
});

/** A project's own cloud profiles. */
export const cloudProfileChecks: readonly KubectlCheck[] = [
  {
    name: "47 a project's own cloud profile needs the verbs of its parts and what its parent has, and is merged with it",
    run: async ({ kubectl, write }) => {
      const create = async (name: string, spec: object) =>
        kubectl(["create", "-f", await write(`${name}.json`, profile(name, spec))], owner);
      const versions = [{ version, expirationDate: until }];
      const parent: unknown = JSON.parse(await outputOfSuccess(kubectl(["get", "cpfl", "gcp", "-o", "json"], owner)));
      const [image] = listAt(parent, "spec", "machineImages");
      const own = { version: stringAt(image, "versions", 0, "version"), expirationDate: until };
      await assertFails(
        create("images", { machineImages: [{ name: stringAt(image, "name"), versions: [own] }] }),
        /is not allowed to modify \.spec\.machineImages for "namespacedcloudprofiles"/,
      );
      await assertFails(
        create("unknown", { kubernetes: { versions: [{ version: "1.1.1", expirationDate: until }] } }),
        /does not exist in the parent CloudProfile/,
      );
      await outputOfSuccess(create("longer", { kubernetes: { versions } }));
      const read = async (name: string): Promise<unknown> =>
        JSON.parse(await outputOfSuccess(kubectl(["get", "nscpfl", name, "-n", namespace, "-o", "json"], owner)));
      await eventually(async () => {
        const merged = listAt(await read("longer"), "status", "cloudProfileSpec", "kubernetes", "versions");
        return merged.some((each) => isRecord(each) && each.version === version && each.expirationDate === until);
      }, "the end is merged");
      await outputOfSuccess(kubectl(["delete", "nscpfl", "longer", "-n", namespace], owner));
    },
  },
];
