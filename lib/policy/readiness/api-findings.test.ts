import { describe, expect, test } from "vitest";
import { readPart } from "#lib/testing/contents-examples.ts";
import { lookAt } from "#lib/testing/contents-look.ts";
import { apiFindings } from "./api-findings.ts";
import type { ManagedObject, RequestedApi } from "./contents/cluster-contents.ts";

const cronJobs = { group: "batch", version: "v1beta1", resource: "cronjobs", subresource: "", removedRelease: "1.25" };
const step = { from: "1.24.9", to: "1.25.3" };

function written(manager: string, api = "batch/v1beta1"): ManagedObject {
  return { kind: "CronJob", namespace: "shop", name: "report", writers: [{ manager, api, at: undefined }] };
}

function found(requested: readonly RequestedApi[], managed: readonly ManagedObject[] = [], its = step) {
  return apiFindings(lookAt({ requestedApis: readPart(requested), managedObjects: readPart(managed) }, its));
}

describe("an API that the step removes", () => {
  test("blocks if it was requested, and its replacement is named", () => {
    expect(found([cronJobs])).toMatchObject([
      { id: "removed-api-used", severity: "blocks", api: "batch/v1beta1", replacement: "batch/v1", isRequested: true },
    ]);
  });

  test("is a risk if it was only written: the writer may use another one by now", () => {
    expect(found([], [written("helm")])).toMatchObject([
      { severity: "risk", certainty: "assumed", isRequested: false, managers: ["helm"], objects: { total: 1 } },
    ]);
  });

  test("is said to be requested or not only if that was looked at", () => {
    const look = lookAt(
      { requestedApis: { state: "unread", why: "not-asked" }, managedObjects: readPart([written("helm")]) },
      step,
    );
    expect(apiFindings(look)).toMatchObject([{ isRequested: undefined, incomplete: ["requestedApis"] }]);
  });

  test.each(["kube-controller-manager", "kube-apiserver", "gardener-resource-manager", "vpa-recommender"])(
    "does not count where %s wrote it, which is updated with the cluster",
    (manager) => {
      expect(found([], [written(manager)])).toEqual([]);
    },
  );

  test("does not count if the object was written with another version, or is of another kind", () => {
    const other = { ...written("helm"), kind: "Job" };
    expect(found([], [written("helm", "batch/v1"), other])).toEqual([]);
  });

  test("counts though the table does not know it, if the API server says when it ends", () => {
    const unknown = { ...cronJobs, group: "new.example.com", version: "v1alpha1", resource: "things" };
    expect(found([unknown])).toMatchObject([
      { api: "new.example.com/v1alpha1", kinds: ["things"], severity: "blocks" },
    ]);
  });

  test("counts though the API server does not say when it ends, if the table does", () => {
    expect(found([{ ...cronJobs, removedRelease: undefined }])).toMatchObject([{ severity: "blocks" }]);
  });
});

describe("an API that ends with a later minor", () => {
  const flowSchemas = {
    ...cronJobs,
    group: "flowcontrol.apiserver.k8s.io",
    version: "v1beta3",
    resource: "flowschemas",
  };
  test("is a note, once for all requests for it", () => {
    const series = { ...flowSchemas, removedRelease: "1.32" };
    const requested = [series, { ...series, subresource: "status" }];
    expect(found(requested, [], { from: "1.29.1", to: "1.30.1" })).toMatchObject([
      {
        id: "deprecated-api-used",
        severity: "note",
        apis: [{ api: "flowcontrol.apiserver.k8s.io/v1beta3", resource: "flowschemas", removedIn: "1.32" }],
      },
    ]);
  });

  test("does not count without a minor in which it ends, nor if that is past", () => {
    const endpoints = { ...cronJobs, group: "", version: "v1", resource: "endpoints", removedRelease: undefined };
    expect(found([endpoints, cronJobs], [], { from: "1.30.1", to: "1.31.1" })).toEqual([]);
  });
});
