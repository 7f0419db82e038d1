import * as z from "zod/mini";
import { actBody } from "./act.ts";

/** The operations that this build requests through the annotation gardener.cloud/operation. */
export const requestableOperations = ["reconcile", "retry", "maintain"] as const;
export type RequestableOperation = (typeof requestableOperations)[number];

/** POST /api/clusters/{project}/{name}/operations. uid and resourceVersion bind the request to what the user saw. */
export const operationBody = z.strictObject({
  operation: z.enum(requestableOperations),
  uid: z.string().check(z.minLength(1), z.maxLength(64)),
  resourceVersion: z.string().check(z.regex(/^[1-9][0-9]{0,39}$/)),
});
export type OperationBody = z.infer<typeof operationBody>;

/** A confirmed act, or the older body until the browser sends the former only. */
export const confirmationBody = z.union([actBody, operationBody]);

/** 202: the garden has taken the annotation. It says nothing about what gardenlet will make of it. */
export const operationAcceptedSchema = z.object({
  operation: z.enum(requestableOperations),
  /** The whole value that was written: a pending operation is united, never overwritten. */
  annotation: z.string(),
  requestedAt: z.string(),
  resourceVersion: z.string(),
  generation: z.optional(z.int()),
  warnings: z.array(z.string()),
});
export type OperationAccepted = z.infer<typeof operationAcceptedSchema>;
