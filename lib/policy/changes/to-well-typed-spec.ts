import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";

type Block = Readonly<Record<string, unknown>>;

function isBlock(value: unknown): value is Block {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function blockOf(value: unknown): Block | undefined {
  return isBlock(value) ? value : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A 32-bit integer as in the API; undefined for any other value. */
function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : undefined;
}

function textsOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : undefined;
}

function textMapOf(value: unknown): Readonly<Record<string, string>> | undefined {
  if (!isBlock(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, text]) => (typeof text === "string" ? [[key, text]] : [])),
  );
}

function blocksOf(value: unknown): readonly Block[] {
  return Array.isArray(value) ? value.filter(isBlock) : [];
}

/** Omits undefined fields, so that an absent field differs from a given one. */
function given<Fields extends object>(fields: Fields): { [Field in keyof Fields]?: Exclude<Fields[Field], undefined> } {
  const result: { [Field in keyof Fields]?: Exclude<Fields[Field], undefined> } = {};
  for (const field in fields) {
    const value = fields[field];
    if (isGiven(value)) result[field] = value;
  }
  return result;
}

function isGiven<Value>(value: Value): value is Exclude<Value, undefined> {
  return value !== undefined;
}

function amountOf(value: unknown): number | string | undefined {
  return typeof value === "number" ? value : textOf(value);
}

function machineOf(value: unknown): Worker["machine"] {
  const machine = blockOf(value) ?? {};
  const image = blockOf(machine.image);
  return {
    ...machine,
    type: textOf(machine.type) ?? "",
    architecture: textOf(machine.architecture) ?? null,
    image: image ? { ...image, name: textOf(image.name) ?? "", version: textOf(image.version) ?? null } : null,
  };
}

function criOf(value: unknown): Worker["cri"] {
  const cri = blockOf(value);
  if (cri === undefined) return undefined;
  const containerRuntimes = blocksOf(cri.containerRuntimes).map((runtime) => ({
    ...runtime,
    type: textOf(runtime.type) ?? "",
  }));
  return { ...cri, ...given({ name: textOf(cri.name) }), containerRuntimes };
}

function volumeOf(value: unknown): Worker["volume"] {
  const volume = blockOf(value);
  if (volume === undefined) return undefined;
  const { type, size, ...rest } = volume;
  return { ...rest, ...given({ type: textOf(type), size: textOf(size) }) };
}

function poolKubernetesOf(value: unknown): Worker["kubernetes"] {
  const kubernetes = blockOf(value);
  if (kubernetes === undefined) return undefined;
  return { ...kubernetes, version: textOf(kubernetes.version) ?? null, kubelet: blockOf(kubernetes.kubelet) ?? null };
}

function poolOf(pool: Block): Worker {
  const { minimum, maximum, maxSurge, maxUnavailable, cri, volume, kubernetes, systemComponents, ...rest } = pool;
  return {
    ...rest,
    name: textOf(pool.name) ?? "",
    machine: machineOf(pool.machine),
    zones: textsOf(pool.zones) ?? null,
    updateStrategy: textOf(pool.updateStrategy) ?? null,
    machineControllerManager: blockOf(pool.machineControllerManager) ?? null,
    labels: textMapOf(pool.labels) ?? null,
    annotations: textMapOf(pool.annotations) ?? null,
    ...given({
      minimum: numberOf(minimum),
      maximum: numberOf(maximum),
      maxSurge: amountOf(maxSurge),
      maxUnavailable: amountOf(maxUnavailable),
      cri: criOf(cri),
      volume: volumeOf(volume),
      kubernetes: poolKubernetesOf(kubernetes),
      systemComponents: blockOf(systemComponents),
    }),
  };
}

const sound = new WeakMap<object, ShootSpec>();

/**
 * A spec in which every field read by a rule has its declared type, for input from forms and files. A value of another
 * type counts as missing, because the API server would not even decode it. A well-typed spec is returned as is.
 */
export function toWellTypedSpec(value: ShootSpec): ShootSpec {
  if (!isBlock(value)) return readSpec({});
  const known = sound.get(value);
  if (known !== undefined) return known;
  const read = readSpec(value);
  sound.set(value, read);
  sound.set(read, read);
  return read;
}

function readSpec(spec: Block): ShootSpec {
  const kubernetes = blockOf(spec.kubernetes) ?? {};
  const provider = blockOf(spec.provider) ?? {};
  const { region, ...rest } = spec;
  return {
    ...rest,
    ...given({ region: textOf(region) }),
    cloudProfileName: textOf(spec.cloudProfileName) ?? null,
    secretBindingName: textOf(spec.secretBindingName) ?? null,
    credentialsBindingName: textOf(spec.credentialsBindingName) ?? null,
    kubernetes: {
      ...kubernetes,
      version: textOf(kubernetes.version) ?? "",
      kubelet: blockOf(kubernetes.kubelet) ?? null,
    },
    provider: {
      ...provider,
      type: textOf(provider.type) ?? "",
      workers: blocksOf(provider.workers).map(poolOf),
    },
  };
}
