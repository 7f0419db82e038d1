import type { ShootCredentialsRotation, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { effectiveKubernetesVersion } from "#lib/policy/admission/effective-pool.ts";
import type { ImpactTrigger, ShootChange } from "#lib/policy/changes/impact.ts";

/** A small change of one thing, to see what the rules make of it in a given cluster. */
export interface ChangeProbe {
  readonly id: string;
  /** What the rules call it; absent for what nodes never notice. */
  readonly trigger?: ImpactTrigger;
  /** Where the change stands in a Shoot. */
  readonly field: string;
  readonly change: (spec: ShootSpec, rotation: ShootCredentialsRotation) => Partial<ShootChange>;
}

const worker = "spec.provider.workers[]";

function pools(change: (pool: Worker) => object): ChangeProbe["change"] {
  return (spec) => ({ new: withPools(spec, change) });
}

function withPools(spec: ShootSpec, change: (pool: Worker) => object): ShootSpec {
  const workers = (spec.provider.workers ?? []).map((pool) => ({ ...pool, ...change(pool) }));
  return { ...spec, provider: { ...spec.provider, workers } };
}

function spec(change: (spec: ShootSpec) => Partial<ShootSpec>): ChangeProbe["change"] {
  return (before) => ({ new: { ...before, ...change(before) } });
}

/** A change of the Shoot's own kubelet block: pools with a block of their own do not inherit it. */
function kubelet(block: object): ChangeProbe["change"] {
  return spec(({ kubernetes }) => ({ kubernetes: { ...kubernetes, kubelet: { ...kubernetes.kubelet, ...block } } }));
}

function raised(version: string, part: 1 | 2): string {
  const parts = version.replace(/^v/, "").split(/[.+-]/).slice(0, 3).map(Number);
  const [major = 1, minor = 0, patch = 0] = parts.map((one) => (Number.isFinite(one) ? one : 0));
  return part === 1 ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** Longer than any time that a rotation of the past can have. */
const someTime = "9999-12-31T23:59:59Z";

function other(text: unknown): string {
  return `${typeof text === "string" ? text : ""}-other`;
}

const version = (part: 1 | 2) =>
  spec(({ kubernetes }) => ({ kubernetes: { ...kubernetes, version: raised(kubernetes.version, part) } }));

function image(change: (pool: Worker) => object): ChangeProbe["change"] {
  return pools((pool) => ({
    machine: { ...pool.machine, image: { name: "", ...pool.machine.image, ...change(pool) } },
  }));
}

function rotation(family: "certificateAuthorities" | "serviceAccountKey" | "sshKeypair"): ChangeProbe["change"] {
  return (_spec, before) => ({
    newRotation: { ...before, [family]: { phase: "Preparing", lastInitiationTime: someTime } },
  });
}

/** One probe for each thing that people change; the rules decide what each does. */
export const changeProbes: readonly ChangeProbe[] = [
  { id: "kubernetes-minor", trigger: "kubernetesMinor", field: "spec.kubernetes.version", change: version(1) },
  {
    id: "pool-minor",
    trigger: "kubernetesMinor",
    field: `${worker}.kubernetes.version`,
    change: (before) => ({
      new: withPools(before, (pool) => ({
        kubernetes: { ...pool.kubernetes, version: raised(effectiveKubernetesVersion(before, pool), 1) },
      })),
    }),
  },
  {
    id: "machine-type",
    trigger: "machineType",
    field: `${worker}.machine.type`,
    change: pools(({ machine }) => ({ machine: { ...machine, type: other(machine.type) } })),
  },
  {
    id: "image-name",
    trigger: "image",
    field: `${worker}.machine.image.name`,
    change: image(({ machine }) => ({ name: other(machine.image?.name) })),
  },
  {
    id: "image-version",
    trigger: "imageVersion",
    field: `${worker}.machine.image.version`,
    change: image(({ machine }) => ({ version: other(machine.image?.version) })),
  },
  {
    id: "volume-size",
    trigger: "volumeSize",
    field: `${worker}.volume.size`,
    change: pools(({ volume }) => ({ volume: { ...volume, size: other(volume?.size) } })),
  },
  {
    id: "volume-type",
    trigger: "volumeType",
    field: `${worker}.volume.type`,
    change: pools(({ volume }) => ({ volume: { ...volume, type: other(volume?.type) } })),
  },
  {
    id: "cri",
    trigger: "cri",
    field: `${worker}.cri.name`,
    change: pools(({ cri }) => ({ cri: { ...cri, name: other(cri?.name) } })),
  },
  {
    id: "kube-reserved",
    trigger: "kubeReserved",
    field: "spec.kubernetes.kubelet.kubeReserved",
    change: kubelet({ kubeReserved: { cpu: "123m", memory: "1234Mi" } }),
  },
  {
    id: "eviction-hard",
    trigger: "evictionHard",
    field: "spec.kubernetes.kubelet.evictionHard",
    change: kubelet({ evictionHard: { memoryAvailable: "123Mi" } }),
  },
  {
    id: "cpu-manager",
    trigger: "cpuManagerPolicy",
    field: "spec.kubernetes.kubelet.cpuManagerPolicy",
    change: kubelet({ cpuManagerPolicy: "other" }),
  },
  {
    id: "node-local-dns",
    trigger: "nodeLocalDNS",
    field: "spec.systemComponents.nodeLocalDNS.enabled",
    change: spec(({ systemComponents }) => ({
      systemComponents: {
        ...systemComponents,
        nodeLocalDNS: { enabled: fieldAt(systemComponents, "nodeLocalDNS", "enabled") !== true },
      },
    })),
  },
  { id: "ca-rotation", trigger: "caRotation", field: "rotate-ca-start", change: rotation("certificateAuthorities") },
  {
    id: "sa-rotation",
    trigger: "saRotation",
    field: "rotate-serviceaccount-key-start",
    change: rotation("serviceAccountKey"),
  },
  {
    id: "provider-config",
    trigger: "providerConfig",
    field: `${worker}.providerConfig`,
    change: pools(({ providerConfig }) => ({
      providerConfig: { ...(isRecord(providerConfig) && providerConfig), probe: true },
    })),
  },
  {
    id: "data-volumes",
    trigger: "dataVolumes",
    field: `${worker}.dataVolumes`,
    change: pools(({ dataVolumes }) => ({ dataVolumes: [...(dataVolumes ?? []), { name: "probe", size: "1Gi" }] })),
  },
  {
    id: "volume-encrypted",
    trigger: "volumeEncrypted",
    field: `${worker}.volume.encrypted`,
    change: pools(({ volume }) => ({ volume: { ...volume, encrypted: volume?.encrypted !== true } })),
  },
  { id: "kubernetes-patch", trigger: "kubernetesPatch", field: "spec.kubernetes.version", change: version(2) },
  {
    id: "kubelet",
    trigger: "kubeletConfig",
    field: "spec.kubernetes.kubelet.maxPods",
    change: kubelet({ maxPods: 17 }),
  },
  {
    id: "taints",
    trigger: "taints",
    field: `${worker}.taints`,
    change: pools(({ taints }) => ({ taints: [...(taints ?? []), { key: "probe", effect: "NoSchedule" }] })),
  },
  {
    id: "labels",
    trigger: "labels",
    field: `${worker}.labels`,
    change: pools(({ labels }) => ({ labels: { ...labels, probe: "true" } })),
  },
  {
    id: "ca-bundle",
    trigger: "caBundle",
    field: `${worker}.caBundle`,
    change: pools(({ caBundle }) => ({ caBundle: other(caBundle) })),
  },
  {
    id: "sysctls",
    trigger: "sysctls",
    field: `${worker}.sysctls`,
    change: pools(({ sysctls }) => ({ sysctls: { ...sysctls, probe: "1" } })),
  },
  {
    id: "ssh-access",
    trigger: "sshAccess",
    field: "spec.provider.workersSettings.sshAccess.enabled",
    change: spec(({ provider }) => ({
      provider: {
        ...provider,
        workersSettings: { sshAccess: { enabled: provider.workersSettings?.sshAccess?.enabled === false } },
      },
    })),
  },
  { id: "ssh-rotation", trigger: "sshRotation", field: "rotate-ssh-keypair", change: rotation("sshKeypair") },
  {
    id: "maximum",
    trigger: "maximum",
    field: `${worker}.maximum`,
    change: pools(({ maximum }) => ({ maximum: (maximum ?? 0) + 1 })),
  },
  {
    id: "zones",
    trigger: "zones",
    field: `${worker}.zones`,
    change: pools(({ zones }) => ({ zones: [...(zones ?? []), "probe"] })),
  },
  {
    id: "annotations",
    trigger: "annotations",
    field: `${worker}.annotations`,
    change: pools(({ annotations }) => ({ annotations: { ...annotations, probe: "true" } })),
  },
  { id: "surge", field: `${worker}.maxSurge`, change: pools(() => ({ maxSurge: 7 })) },
  { id: "priority", field: `${worker}.priority`, change: pools(({ priority }) => ({ priority: (priority ?? 0) + 1 })) },
  {
    id: "api-server",
    field: "spec.kubernetes.kubeAPIServer",
    change: spec(({ kubernetes }) => ({
      kubernetes: { ...kubernetes, kubeAPIServer: { ...kubernetes.kubeAPIServer, probe: true } },
    })),
  },
];
