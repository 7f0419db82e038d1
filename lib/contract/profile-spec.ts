import * as z from "zod/mini";
import { unset, versionLists } from "./versions.ts";

const named = z.looseObject({ name: z.string() });

/** Quantity as a string; the API server decodes whole numbers too. */
const quantity = z.exactOptional(z.nullable(z.pipe(z.union([z.string(), z.number()]), z.transform(String))));

/**
 * Fields of a CloudProfile's spec that the policy core reads; all other fields are kept unchanged. Rejects values that
 * the API server could not decode, with the path of the field.
 */
export const cloudProfileSpecSchema = z.looseObject({
  type: z.exactOptional(z.string()),
  ...versionLists,
  machineTypes: unset(
    z.array(
      z.looseObject({
        name: z.string(),
        architecture: unset(z.string()),
        usable: unset(z.boolean()),
        capabilities: unset(z.record(z.string(), z.array(z.string()))),
        cpu: quantity,
        gpu: quantity,
        memory: quantity,
        storage: unset(z.looseObject({ size: quantity, minSize: quantity })),
      }),
    ),
  ),
  machineCapabilities: unset(z.array(z.looseObject({ name: z.string(), values: z.array(z.string()) }))),
  volumeTypes: unset(
    z.array(
      z.looseObject({
        name: z.string(),
        class: z.exactOptional(z.string()),
        usable: unset(z.boolean()),
        minSize: quantity,
      }),
    ),
  ),
  regions: unset(
    z.array(
      z.looseObject({
        name: z.string(),
        zones: unset(z.array(named)),
        labels: unset(z.record(z.string(), z.string())),
      }),
    ),
  ),
  bastion: unset(
    z.looseObject({
      machineType: unset(named),
      machineImage: unset(z.looseObject({ name: z.string(), version: unset(z.string()) })),
    }),
  ),
  seedSelector: unset(
    z.looseObject({
      matchLabels: unset(z.record(z.string(), z.string())),
      matchExpressions: unset(
        z.array(
          z.looseObject({
            key: z.string(),
            operator: z.string(),
            values: unset(z.array(z.string())),
          }),
        ),
      ),
    }),
  ),
  caBundle: unset(z.string()),
  limits: unset(z.looseObject({ maxNodesTotal: unset(z.number()) })),
});
