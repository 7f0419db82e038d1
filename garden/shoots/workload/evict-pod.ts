import "server-only";
import { ApiError, notFound } from "#garden/api/errors/api-error.ts";
import { type SubresourceHandler, sendJson } from "#garden/api/http/exchange/exchange.ts";
import { readBodyOfWriteRequest } from "#garden/api/http/exchange/read-body.ts";
import { writeOptions } from "#garden/api/http/writing/write-options.ts";
import { collectionKeyOf } from "#garden/api/store/store.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { isPodReady } from "./pod-object.ts";
import { budgetsOf } from "./pod-owners.ts";
import { budgets } from "./workload-kinds.ts";

const refusal = "Cannot evict pod as it would violate the pod's disruption budget.";

/**
 * POST to the subresource `eviction` of a Pod: deletes it if its budget allows that.
 * @throws ApiError 404; 429 if the budget allows no disruption; 500 if the Pod has two budgets
 * @source Kubernetes: pkg/registry/core/pod/storage/eviction.go
 */
export const evictPod: SubresourceHandler = async (exchange, info) => {
  const { server, request } = exchange;
  const { definition, namespace, name = "" } = info;
  await readBodyOfWriteRequest(request);
  const pod = server.store.collection(collectionKeyOf(definition.resource)).get(namespace, name);
  if (pod === undefined) throw notFound(definition.resource, name);
  const [budget, second] = budgetsOf(pod, server.store.collection(collectionKeyOf(budgets)).list());
  if (second !== undefined) {
    const text = "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.";
    throw new ApiError(500, "InternalError", text);
  }
  if (budget !== undefined && isPodReady(pod) && Number(fieldAt(budget, "status", "disruptionsAllowed") ?? 0) < 1) {
    const [healthy, needed] = ["currentHealthy", "desiredHealthy"].map((field) => fieldAt(budget, "status", field));
    const message = `The disruption budget ${budget.metadata.name} needs ${needed} healthy pods and has ${healthy} currently`;
    throw new ApiError(429, "TooManyRequests", refusal, {
      details: { causes: [{ reason: "DisruptionBudget", field: "", message }] },
    });
  }
  const target = { definition, namespace, name };
  server.writer.delete(target, writeOptions(exchange, info));
  sendJson(exchange, 201, { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 });
};
