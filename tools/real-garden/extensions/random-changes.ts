import type { BlockShape } from "#lib/policy/provider-configuration/shared/block-shape.ts";
import { type ProviderShapes, shapesOfProvider } from "#lib/policy/provider-configuration/shared/block-shapes.ts";
import type { Random } from "#lib/random.ts";
import type { FieldChange } from "./change.ts";

const ranges = [
  ...["10.250.0.0/16", "10.250.0.0/17", "10.250.0.0/19", "10.250.32.0/20", "10.250.48.0/20", "10.250.128.0/19"],
  ...["10.250.64.0/24", "10.251.0.0/16", "100.96.0.0/24", "100.64.0.0/24", "172.16.0.0/12"],
  ...["10.0.0.0/16", "10.0.128.0/17", "10.0.0.0/8", "172.18.0.0/25", "fd00:10:1:100::/64", "fd00:10::/64"],
  ...["10.250.0.1/16", "10.250.0.0/33", "10.250.0.0", "2001:db8::/56", "2001:db8::/64", ""],
] as const;

const texts = [
  ...["", " ", "a", "one", "two", "A_b", "a--b", "a b", "x/y", "ä", "x".repeat(70), "x".repeat(300)],
  ...["Name", "kubernetes.io/role", "gardener.cloud", "team", "internet", "default", "io1", "gp3", "5", "1.5"],
] as const;

const azureGroup = "/subscriptions/0f7c5c38-6d0a-4a6b-9c5f-2d7a3f1e9b11/resourceGroups/g";

/** Texts that mean something to a provider. */
const textsOfProvider: Readonly<Record<string, readonly string[]>> = {
  aws: [
    ...["vpc-1a", "vpc-2", "VPC-1", "subnet-1", "subnet-2", "subnet-", "sg-1a", "sg_1", "eipalloc-1", "eipalloc-2"],
    ...["snap-1", "arn:aws:iam::12:instance-profile/x", "required", "optional", "enabled", "disabled", "s3"],
    ...["cr-1a", "arn:aws:resource-groups:eu-west-1:12:group/x", "open", "none", "capacity-reservations-only", "host"],
    ...["dedicated", "efa", "efa-only", "interface", "spot", "capacity-block"],
    ...["ec2.eu-west-1", "ipam-pool-1", "eu-central-1a", "eu-central-1b"],
  ],
  gcp: [
    ...["my-vpc", "my-router", "my-ip", "INTERVAL_5_SEC", "INTERVAL_1_MIN", "INCLUDE_ALL_METADATA", "CUSTOM_METADATA"],
    ...["SCSI", "NVME", "NVMe", "nvidia-tesla-t4", "Intel Haswell", "me@project.iam.gserviceaccount.com"],
    ...["https://www.googleapis.com/auth/cloud-platform", "projects/p/locations/l/keyRings/r/cryptoKeys/k"],
    ...["europe-west1-b", "europe-west1-c", "europe-west1-d", "projects/p/zones/z/storagePools/s", "1Gi"],
  ],
  azure: [
    ...["my-group", "group.", "my-vnet", "my_vnet", "-vnet", "ab", "Standard", "StandardV2", "None", "ReadOnly"],
    ...["ReadWrite", "Microsoft.Storage", "Microsoft.", "https://abc.blob.core.windows.net/x", "https://abc/x"],
    ...["/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/ddosProtectionPlans/p", "/subscriptions/s"],
    ...["/SUBSCRIPTIONS/s/resourcegroups/g/providers/Microsoft.Network/ddosProtectionPlans/p/more"],
    ...[`${azureGroup}/providers/Microsoft.Compute/capacityReservationGroups/one`, `${azureGroup}/images/one`],
    ...[`${azureGroup}/providers/N/images/one`, azureGroup, "/providers/N/capacityreservationgroups/n", "/providers/N"],
    ...["a:b:c:1.0", "/SharedGalleries/a/Images/b/Versions/1", "/CommunityGalleries/a/Images/b/Versions/1"],
  ],
  openstack: [
    ...["south", "south-1", "some", "some-north", "extra", "extra-south", "strange", "FloatingIP-1", "f5", "amphora"],
    ...[
      "0f7c5c38-6d0a-4a6b-9c5f-2d7a3f1e9b11",
      "0F7C5C38-6D0A-4A6B-9C5F-2D7A3F1E9B11",
      "0f7c5c386d0a4a6b9c5f2d7a3f1e9b11",
    ],
    ...["urn:uuid:0f7c5c38-6d0a-4a6b-9c5f-2d7a3f1e9b11", "{0f7c5c38-6d0a-4a6b-9c5f-2d7a3f1e9b11}", "affinity"],
    ...["anti-affinity", "private", "vpn", "a{b}", "a\nb"],
  ],
  alicloud: [
    ...["vpc-1a", "eip-1a", "eu-central-1a", "eu-central-1b", "ap-southeast-1a"],
    ...["172.16.0.0/16", "100.100.0.0/16", "10.250.0.0/18"],
  ],
  metal: [
    ...["fra-equ01", "fra-equ02", "muc-itenos1", "n1-medium-x86", "c1-xlarge-x86", "firewall-ubuntu-3.0.20260901"],
    ...["v2.4.2", "v2.3.9", "auto", "baseline", "restricted", "forbidden", "10s", "1.2.3.4", "fd00::1", "1.2.3.4/24"],
  ],
};

const numbers = [
  ...[-1, 0, 1, 2, 3, 4, 16, 30, 32, 33, 56, 64, 65, 100, 120, 121, 255, 256, 900, 1024, 1299, 1300, 8896, 8897],
  ...[65_536, 65_537],
] as const;

const isRange = /^(cidr|cidrBlock|public|internal|workers?|\w*CIDR)$/;

export interface ChangedShoot {
  readonly type: string;
  /** Number of pools. */
  readonly pools: number;
  /** Zones of the region in the CloudProfile. */
  readonly zones: readonly string[];
  /** Regions in the CloudProfile. */
  readonly regions: readonly string[];
}

/** One to four random changes of what the extension of a provider reads in a Shoot. */
export function randomChanges(random: Random, shoot: ChangedShoot): readonly FieldChange[] {
  return Array.from({ length: random.int(1, 4) }, () => randomChange(random, shoot)).flat();
}

/** Whether the admission looks for the image of a pool in the provider's part of the profile, which is not compared. */
function looksForImages({ type }: Pick<ChangedShoot, "type">): boolean {
  return type === "aws";
}

function randomChange(random: Random, shoot: ChangedShoot): readonly FieldChange[] {
  const pool = random.int(0, shoot.pools - 1);
  if (random.chance(0.03)) {
    const [first = "nowhere", ...others] = looksForImages(shoot) ? shoot.regions : ["nowhere", ...shoot.regions];
    return [{ path: ["spec", "region"], value: random.pick([first, ...others]) }];
  }
  const shapes = shapesOfProvider[shoot.type] ?? {};
  const block = (name: keyof ProviderShapes, at: FieldChange["path"]) => {
    const shape = shapes[name];
    return shape === undefined ? [] : [changeIn(random, shoot, shape, at)];
  };
  if (shapes.infrastructureConfig === undefined) {
    return [random.chance(0.7) ? networkChange(random) : poolChange(random, shoot, pool)];
  }
  switch (random.int(0, 9)) {
    case 0:
      return [networkChange(random)];
    case 1:
      return [poolChange(random, shoot, pool)];
    case 2:
      return shapes.controlPlaneConfig === undefined
        ? [featureGateChange(random)]
        : block("controlPlaneConfig", ["spec", "provider", "controlPlaneConfig"]);
    case 3:
    case 4:
    case 5: {
      const path = ["spec", "provider", "workers", pool, "providerConfig"];
      const apiVersion = `${shoot.type}.provider.extensions.gardener.cloud/v1alpha1`;
      const empty = [
        { path: [...path, "apiVersion"], value: apiVersion },
        { path: [...path, "kind"], value: "WorkerConfig" },
      ];
      return shapes.workerConfig === undefined ? [] : [...empty, ...block("workerConfig", path)];
    }
    default:
      return block("infrastructureConfig", ["spec", "provider", "infrastructureConfig"]);
  }
}

function featureGateChange(random: Random): FieldChange {
  const gate = random.pick(["AllAlpha", "InPlacePodVerticalScaling", "Unheard"]);
  const path = ["spec", "provider", "controlPlaneConfig", "cloudControllerManager", "featureGates", gate];
  return { path, value: random.chance(0.5) };
}

function networkChange(random: Random): FieldChange {
  const at = (...path: readonly string[]) => ["spec", "networking", ...path];
  const families = random.pick([undefined, ["IPv4"], ["IPv6"], ["IPv4", "IPv6"]]);
  return random.pick<FieldChange>([
    { path: at("type"), value: random.pick(["calico", "cilium"]) },
    { path: at("ipFamilies"), value: families },
    { path: at("providerConfig", "overlay", "enabled"), value: random.chance(0.5) },
    { path: at("nodes"), value: random.pick([undefined, ...ranges]) },
    { path: at(random.pick(["pods", "services"])), value: random.pick([undefined, ...ranges]) },
  ]);
}

function poolChange(random: Random, shoot: ChangedShoot, pool: number): FieldChange {
  const { zones } = shoot;
  const at = (...path: FieldChange["path"]) => ["spec", "provider", "workers", pool, ...path];
  const size = random.pick(["50Gi", "10Gi", ""]);
  const type = random.pick([undefined, "gp3", "io1", "pd-ssd", "hyperdisk-balanced", "SCRATCH", ""]);
  const name = random.pick(["one", "two", "one", "two", "a", "A_b", "ä", "1st", "x".repeat(65)]);
  const changes: readonly [FieldChange, ...FieldChange[]] = [
    { path: at("volume") },
    { path: at("volume"), value: { size, type } },
    { path: at("volume", "encrypted"), value: true },
    { path: at("dataVolumes", random.int(0, 1)), value: { name, size, type } },
    { path: at("dataVolumes", random.int(0, 1)), value: { name, size, type: "SCRATCH" } },
    { path: at("dataVolumes", random.int(0, 1), "encrypted"), value: random.chance(0.5) },
    { path: at("labels", random.pick(["one", "two"])), value: "a" },
    ...(looksForImages(shoot)
      ? []
      : [{ path: at("machine", "image", "version"), value: random.pick([undefined, "0.0.1"]) }]),
    { path: at("zones"), value: [] },
    { path: at("zones"), value: zones },
    { path: at("zones"), value: [zones[0], zones[0]] },
    { path: at("zones", random.int(0, 1)), value: random.pick(["elsewhere", "", ...zones]) },
    { path: at("minimum"), value: random.pick([0, 1, 3]) },
    { path: at("maximum"), value: random.pick([0, 2, 9]) },
  ];
  return random.pick(changes);
}

/** Changes a field somewhere in a block: mostly to a value of its type. */
function changeIn(random: Random, shoot: ChangedShoot, shape: BlockShape, path: FieldChange["path"]): FieldChange {
  if (random.chance(0.02)) return { path, value: random.pick<unknown>([undefined, null, 1, "text", true, [], {}]) };
  if (typeof shape === "string") return { path, value: leafValue(random, shoot, shape, String(path.at(-1))) };
  if ("listOf" in shape) return changeIn(random, shoot, shape.listOf, [...path, random.int(0, 2)]);
  if ("mapOf" in shape)
    return changeIn(random, shoot, shape.mapOf, [
      ...path,
      random.pick(["cpu", "memory", "gpu", "storage", "AllAlpha", "Unheard"]),
    ]);
  if (random.chance(0.02)) return { path: [...path, "unheardOf"], value: 1 };
  const names = Object.keys(shape.fields).filter(
    (name) => random.chance(0.02) || !["apiVersion", "kind"].includes(name),
  );
  const [first = "kind", ...others] = names;
  const name = random.pick([first, ...others]);
  if (random.chance(0.05)) return { path: [...path, name] };
  return changeIn(random, shoot, shape.fields[name] ?? "text", [...path, name]);
}

function leafValue(random: Random, { type, zones }: ChangedShoot, shape: BlockShape, name: string): unknown {
  switch (shape) {
    case "flag":
      return random.chance(0.5);
    case "whole":
    case "unsigned":
      return random.pick(numbers);
    case "number":
      return random.pick([...numbers, 0.5, 1.5, -0.1]);
    case "quantity":
      return random.pick(["1", "2Gi", "100m", "1e3", "-1", "much", ""]);
    case "duration":
      return random.pick(["10s", "1h30m", "10x", "10", ""]);
    default:
      if (isRange.test(name) && random.chance(0.9)) return random.pick(ranges);
      return random.pick([...texts, ...zones, ...(textsOfProvider[type] ?? []), ...(textsOfProvider[type] ?? [])]);
  }
}
