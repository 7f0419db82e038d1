import { afterAll, beforeAll } from "vitest";
import { type KubeResource, roleBindings } from "#lib/kube/resource.ts";
import { roleBinding } from "../api/core/core-objects.ts";
import { type EmbeddedGarden, type EmbeddedGardenOptions, startEmbeddedGarden } from "../start-embedded-garden.ts";
import { createRawClient, type RawClient } from "./raw-client.ts";

const clusterRoleBindings: KubeResource = {
  ...roleBindings,
  plural: "clusterrolebindings",
  kind: "ClusterRoleBinding",
  namespaced: false,
};

/** Gives one of the demo's people every right, which not even Gardener's administrators have. */
export function makeClusterAdmin({ api, identities }: EmbeddedGarden, person: string): void {
  const found = identities.find(({ name }) => name === person);
  if (found === undefined) throw new Error(`the demo has no ${person}`);
  const subject = { kind: "User", name: found.username } as const;
  api.create({ resource: clusterRoleBindings }, roleBinding({ name: "every-right" }, "cluster-admin", [subject]));
}

/** Starts a garden and a client of bare requests before a file's first test, and stops both after the last. */
export function rawGarden(options: EmbeddedGardenOptions = {}): {
  readonly garden: EmbeddedGarden;
  readonly client: RawClient;
} {
  let garden: EmbeddedGarden | undefined;
  let client: RawClient | undefined;
  beforeAll(async () => {
    garden = await startEmbeddedGarden({ life: false, ...options });
    client = createRawClient(garden);
  });
  afterAll(async () => {
    client?.close();
    await garden?.stop();
  });
  return {
    get garden() {
      if (garden === undefined) throw new Error("the garden has not started: look at it within a test or a hook");
      return garden;
    },
    get client() {
      if (client === undefined) throw new Error("the garden has not started: look at it within a test or a hook");
      return client;
    },
  };
}
