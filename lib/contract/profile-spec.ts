import * as z from "zod/mini";
import { optionalOrNull, versionLists } from "./versions.ts";

const named = z.looseObject({ name: z.string() });

const isQuantity = (value: unknown) => typeof value === "string" || typeof value === "number";
/** Quantity as a string or a whole number; a union schema would report two errors for each invalid value. */
const quantity = z.exactOptional(
  z.nullable(z.pipe(z.custom<string | number>(isQuantity, "must be a string or a number"), z.transform(String))),
);

/**
 * Schema of the fields in a CloudProfile's spec that the policy core reads; all other fields are kept unchanged. Values
 * that the API server could not decode are rejected with the path of the field.
 */
export const cloudProfileSpecSchema = z.looseObject({
  type: z.exactOptional(z.string()),
  ...versionLists,
  machineTypes: optionalOrNull(
    z.array(
      z.looseObject({
        name: z.string(),
        architecture: optionalOrNull(z.string()),
        usable: optionalOrNull(z.boolean()),
        capabilities: optionalOrNull(z.record(z.string(), z.array(z.string()))),
        cpu: quantity,
        gpu: quantity,
        memory: quantity,
        storage: optionalOrNull(z.looseObject({ size: quantity, minSize: quantity })),
      }),
    ),
  ),
  machineCapabilities: optionalOrNull(z.array(z.looseObject({ name: z.string(), values: z.array(z.string()) }))),
  volumeTypes: optionalOrNull(
    z.array(
      z.looseObject({
        name: z.string(),
        class: z.exactOptional(z.string()),
        usable: optionalOrNull(z.boolean()),
        minSize: quantity,
      }),
    ),
  ),
  regions: optionalOrNull(
    z.array(
      z.looseObject({
        name: z.string(),
        zones: optionalOrNull(z.array(named)),
        labels: optionalOrNull(z.record(z.string(), z.string())),
      }),
    ),
  ),
  bastion: optionalOrNull(
    z.looseObject({
      machineType: optionalOrNull(named),
      machineImage: optionalOrNull(z.looseObject({ name: z.string(), version: optionalOrNull(z.string()) })),
    }),
  ),
  seedSelector: optionalOrNull(
    z.looseObject({
      matchLabels: optionalOrNull(z.record(z.string(), z.string())),
      matchExpressions: optionalOrNull(
        z.array(
          z.looseObject({
            key: z.string(),
            operator: z.string(),
            values: optionalOrNull(z.array(z.string())),
          }),
        ),
      ),
    }),
  ),
  caBundle: optionalOrNull(z.string()),
  limits: optionalOrNull(z.looseObject({ maxNodesTotal: optionalOrNull(z.number()) })),
});

/** Schema of the same fields in a NamespacedCloudProfile's spec, and of the reference to its parent. */
export const namespacedProfileSpecSchema = z.extend(cloudProfileSpecSchema, {
  parent: z.looseObject({ kind: z.exactOptional(z.string()), name: z.string() }),
});
