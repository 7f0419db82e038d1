import type { ShootCredentialsRotation, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { effectiveKubernetesVersion } from "#lib/policy/admission/effective-pool.ts";
import type { ImpactTrigger, ShootChange } from "#lib/policy/changes/compute-pool-impacts.ts";

/** Small change of one setting, applied to a cluster's spec to determine its effect by the rules. */
export interface ChangeProbe {
  readonly id: string;
  /** Trigger of node updates in the rules; undefined for changes that never affect nodes. */
  readonly trigger: ImpactTrigger | undefined;
  /** Path of the changed field in a Shoot. */
  readonly field: string;
  readonly change: (spec: ShootSpec, rotation: ShootCredentialsRotation) => Partial<ShootChange>;
}

type Trigger = ChangeProbe["trigger"];

/** Returns a probe that changes one field in every pool. */
function pools(id: string, trigger: Trigger, field: string, change: (pool: Worker) => object): ChangeProbe {
  return {
    id,
    trigger,
    field: `spec.provider.workers[].${field}`,
    change: (spec) => ({ new: withPools(spec, change) }),
  };
}

function withPools(spec: ShootSpec, change: (pool: Worker) => object): ShootSpec {
  const workers = (spec.provider.workers ?? []).map((pool) => ({ ...pool, ...change(pool) }));
  return { ...spec, provider: { ...spec.provider, workers } };
}

function spec(
  id: string,
  trigger: Trigger,
  field: string,
  change: (spec: ShootSpec) => Partial<ShootSpec>,
): ChangeProbe {
  return {
    id,
    trigger,
    field: `spec.${field}`,
    change: (before) => ({ new: { ...before, ...change(before) } }),
  };
}

/** A probe that changes the Shoot's kubelet settings, which pools with settings of their own do not inherit. */
function kubelet(id: string, trigger: Trigger, field: string, value: unknown): ChangeProbe {
  return spec(id, trigger, `kubernetes.kubelet.${field}`, ({ kubernetes }) => ({
    kubernetes: { ...kubernetes, kubelet: { ...kubernetes.kubelet, [field]: value } },
  }));
}

function raised(version: string, part: 1 | 2): string {
  const parts = version.replace(/^v/, "").split(/[.+-]/).slice(0, 3).map(Number);
  const [major = 1, minor = 0, patch = 0] = parts.map((one) => (Number.isFinite(one) ? one : 0));
  return part === 1 ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** Later than the time of any past rotation. */
const someTime = "9999-12-31T23:59:59Z";

function other(text: unknown): string {
  return `${typeof text === "string" ? text : ""}-other`;
}

function version(id: string, trigger: Trigger, part: 1 | 2): ChangeProbe {
  return spec(id, trigger, "kubernetes.version", ({ kubernetes }) => ({
    kubernetes: { ...kubernetes, version: raised(kubernetes.version, part) },
  }));
}

function image(id: string, trigger: Trigger, field: "name" | "version"): ChangeProbe {
  return pools(id, trigger, `machine.image.${field}`, ({ machine }) => ({
    machine: { ...machine, image: { name: "", ...machine.image, [field]: other(machine.image?.[field]) } },
  }));
}

type Rotated = "certificateAuthorities" | "serviceAccountKey" | "sshKeypair";

function rotation(id: string, trigger: Trigger, operation: string, family: Rotated): ChangeProbe {
  return {
    id,
    trigger,
    field: operation,
    change: (_spec, before) => ({
      newRotation: { ...before, [family]: { phase: "Preparing", lastInitiationTime: someTime } },
    }),
  };
}

/** Probes for each setting that users change; the rules determine the effects. */
export const changeProbes: readonly ChangeProbe[] = [
  version("kubernetes-minor", "kubernetesMinor", 1),
  {
    id: "pool-minor",
    trigger: "kubernetesMinor",
    field: "spec.provider.workers[].kubernetes.version",
    change: (before) => ({
      new: withPools(before, (pool) => ({
        kubernetes: { ...pool.kubernetes, version: raised(effectiveKubernetesVersion(before, pool), 1) },
      })),
    }),
  },
  pools("machine-type", "machineType", "machine.type", ({ machine }) => ({
    machine: { ...machine, type: other(machine.type) },
  })),
  image("image-name", "image", "name"),
  image("image-version", "imageVersion", "version"),
  pools("volume-size", "volumeSize", "volume.size", ({ volume }) => ({
    volume: { ...volume, size: other(volume?.size) },
  })),
  pools("volume-type", "volumeType", "volume.type", ({ volume }) => ({
    volume: { ...volume, type: other(volume?.type) },
  })),
  pools("cri", "cri", "cri.name", ({ cri }) => ({ cri: { ...cri, name: other(cri?.name) } })),
  kubelet("kube-reserved", "kubeReserved", "kubeReserved", { cpu: "123m", memory: "1234Mi" }),
  kubelet("eviction-hard", "evictionHard", "evictionHard", { memoryAvailable: "123Mi" }),
  kubelet("cpu-manager", "cpuManagerPolicy", "cpuManagerPolicy", "other"),
  spec("node-local-dns", "nodeLocalDNS", "systemComponents.nodeLocalDNS.enabled", ({ systemComponents }) => ({
    systemComponents: {
      ...systemComponents,
      nodeLocalDNS: { enabled: fieldAt(systemComponents, "nodeLocalDNS", "enabled") !== true },
    },
  })),
  rotation("ca-rotation", "caRotation", "rotate-ca-start", "certificateAuthorities"),
  rotation("sa-rotation", "saRotation", "rotate-serviceaccount-key-start", "serviceAccountKey"),
  pools("provider-config", "providerConfig", "providerConfig", ({ providerConfig }) => ({
    providerConfig: { ...(isRecord(providerConfig) && providerConfig), probe: true },
  })),
  pools("data-volumes", "dataVolumes", "dataVolumes", ({ dataVolumes }) => ({
    dataVolumes: [...(dataVolumes ?? []), { name: "probe", size: "1Gi" }],
  })),
  pools("volume-encrypted", "volumeEncrypted", "volume.encrypted", ({ volume }) => ({
    volume: { ...volume, encrypted: volume?.encrypted !== true },
  })),
  version("kubernetes-patch", "kubernetesPatch", 2),
  kubelet("kubelet", "kubeletConfig", "maxPods", 17),
  pools("taints", "taints", "taints", ({ taints }) => ({
    taints: [...(taints ?? []), { key: "probe", effect: "NoSchedule" }],
  })),
  pools("labels", "labels", "labels", ({ labels }) => ({ labels: { ...labels, probe: "true" } })),
  pools("ca-bundle", "caBundle", "caBundle", ({ caBundle }) => ({ caBundle: other(caBundle) })),
  pools("sysctls", "sysctls", "sysctls", ({ sysctls }) => ({ sysctls: { ...sysctls, probe: "1" } })),
  spec("ssh-access", "sshAccess", "provider.workersSettings.sshAccess.enabled", ({ provider }) => ({
    provider: {
      ...provider,
      workersSettings: { sshAccess: { enabled: provider.workersSettings?.sshAccess?.enabled === false } },
    },
  })),
  rotation("ssh-rotation", "sshRotation", "rotate-ssh-keypair", "sshKeypair"),
  pools("maximum", "maximum", "maximum", ({ maximum }) => ({ maximum: (maximum ?? 0) + 1 })),
  pools("zones", "zones", "zones", ({ zones }) => ({ zones: [...(zones ?? []), "probe"] })),
  pools("annotations", "annotations", "annotations", ({ annotations }) => ({
    annotations: { ...annotations, probe: "true" },
  })),
  pools("surge", undefined, "maxSurge", () => ({ maxSurge: 7 })),
  pools("priority", undefined, "priority", ({ priority }) => ({ priority: (priority ?? 0) + 1 })),
  spec("api-server", undefined, "kubernetes.kubeAPIServer", ({ kubernetes }) => ({
    kubernetes: { ...kubernetes, kubeAPIServer: { ...kubernetes.kubeAPIServer, probe: true } },
  })),
];
