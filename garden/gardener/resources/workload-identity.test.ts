import { describe, expect, it } from "vitest";
import {
  cloudProfileWith,
  createSmallGarden,
  projectNamespace as namespace,
  rejectionStatusOf,
} from "#garden/testing/small-garden.fixture.ts";
import { workloadIdentities } from "#lib/kube/resource.ts";
import type { WorkloadIdentity } from "../kinds/workload-identity.ts";

const create = (name: string, audiences: readonly string[]) =>
  createSmallGarden(new Date("2026-03-02T12:00:00Z"), [cloudProfileWith({})]).api.create<WorkloadIdentity>(
    { resource: workloadIdentities, namespace },
    { metadata: { name }, spec: { audiences, targetSystem: { type: "local" } } },
  );

const causesOf = (name: string, audiences: readonly string[]) =>
  (rejectionStatusOf(() => create(name, audiences))?.details?.causes ?? []).map(
    ({ reason, field }) => `${reason} ${field}`,
  );

describe("a WorkloadIdentity", () => {
  it("without a name gets a random one", () => {
    const { metadata, status } = create("", ["sts"]);
    expect(metadata.name).toMatch(/^[0-9a-f]{5}$/);
    expect(status?.sub).toContain(`:${metadata.name}:`);
  });

  it("has a name and audiences of which each error is told", () => {
    expect(causesOf("ü", ["sts"])).toEqual(["FieldValueInvalid metadata.name", "FieldValueInvalid status.sub"]);
    expect(causesOf("x", ["", ""])).toEqual([
      "FieldValueRequired spec.audiences[0]",
      "FieldValueRequired spec.audiences[1]",
      "FieldValueDuplicate spec.audiences[1]",
    ]);
  });
});
