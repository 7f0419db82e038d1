import { isRecord } from "#lib/kube/wire.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import { type BlockShape, findMisfit } from "./shared/block-shape.ts";
import { shapesOfProvider } from "./shared/block-shapes.ts";
import { childField, type ProviderField, providerField, requiredIf, unreadableBlock } from "./shared/provider-error.ts";
import { controlPlaneOf, infrastructureOf, type ProviderInput, placedPools, textAt } from "./shared/provider-input.ts";

/** How an extension speaks of blocks. */
interface BlockDialect {
  /** Name of the provider in the extension's messages. */
  readonly name: string;
  readonly needsControlPlane?: boolean;
  readonly unreadable: "Invalid" | "Forbidden";
  /** Whether the WorkerConfig is also one without its kind and, if it says nothing, without its version. */
  readonly guessesWorkerConfig?: boolean;
}

const unsupportedVersion = "isn't a supported version";
const unsupportedBlock = "not allowed to configure an unsupported infrastructureConfig";

const dialects: Readonly<Record<string, BlockDialect>> = {
  aws: { name: "AWS", unreadable: "Invalid" },
  azure: { name: "Azure", unreadable: "Forbidden" },
  gcp: { name: "GCP", needsControlPlane: true, unreadable: "Invalid" },
  openstack: { name: "OpenStack", needsControlPlane: true, unreadable: "Invalid", guessesWorkerConfig: true },
  alicloud: { name: "Alicloud", unreadable: "Forbidden" },
  metal: { name: "metal", needsControlPlane: true, unreadable: "Invalid" },
  hcloud: { name: "hcloud", unreadable: "Invalid" },
};

/**
 * Errors for blocks that are missing, or that the extension of the provider cannot decode: of another API version or
 * kind, with an unknown field, or a field of another type.
 */
export function findBlockErrors({ shoot: { spec } }: ProviderInput): FieldErrors {
  const { type } = spec.provider;
  const dialect = dialects[type];
  if (dialect === undefined) return [];
  const shapes = shapesOfProvider[type] ?? {};
  const [infra, control] = [infrastructureOf(spec), controlPlaneOf(spec)];
  const block = { type, dialect };
  return [
    ...checkBlock(providerField("infrastructureConfig"), infra, {
      ...block,
      kind: "InfrastructureConfig",
      shape: shapes.infrastructureConfig,
      missing: `InfrastructureConfig must be set for ${dialect.name} shoots`,
    }),
    ...checkBlock(providerField("controlPlaneConfig"), control, {
      ...block,
      kind: "ControlPlaneConfig",
      shape: shapes.controlPlaneConfig,
      ...(dialect.needsControlPlane && { missing: `controlPlaneConfig must be set for ${dialect.name} shoots` }),
    }),
    ...placedPools(spec).flatMap(({ pool, field }) =>
      checkBlock(childField(field, "providerConfig"), pool.providerConfig ?? undefined, {
        ...block,
        kind: "WorkerConfig",
        shape: shapes.workerConfig,
      }),
    ),
  ];
}

interface ExpectedBlock {
  readonly type: string;
  readonly dialect: BlockDialect;
  readonly kind: string;
  readonly shape: BlockShape | undefined;
  /** What the extension says about a missing block; without it the block can be missing. */
  readonly missing?: string;
}

function checkBlock(field: ProviderField, given: unknown, expected: ExpectedBlock): FieldErrors {
  const { type, dialect, kind, shape, missing } = expected;
  if (given === undefined) return requiredIf(missing !== undefined, field, missing ?? "");
  if (shape === undefined) return [];
  const [givenVersion, givenKind] = [textAt(given, "apiVersion"), textAt(given, "kind")];
  const isGuessed = kind === "WorkerConfig" && dialect.guessesWorkerConfig === true;
  const isVersion =
    givenVersion === `${type}.provider.extensions.gardener.cloud/v1alpha1` ||
    (isGuessed && givenVersion === "" && saysNothing(given));
  const isKind = givenKind === kind || (isGuessed && givenKind === "");
  const where = isVersion ? (isKind ? findMisfit(given, shape) : "kind") : "apiVersion";
  if (where === undefined) return [];
  const isOfInfrastructure = kind === "InfrastructureConfig" && dialect.unreadable === "Forbidden";
  return unreadableBlock(field, where, {
    type: isOfInfrastructure ? "Forbidden" : "Invalid",
    words: isOfInfrastructure ? unsupportedBlock : unsupportedVersion,
    given,
  });
}

function saysNothing(block: unknown): boolean {
  return isRecord(block) && Object.keys(block).every((name) => name === "apiVersion" || name === "kind");
}
