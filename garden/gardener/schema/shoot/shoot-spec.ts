import "server-only";
import {
  atomic,
  duration,
  flag,
  keyedList,
  labels,
  list,
  object,
  open,
  type Schema,
  text,
  texts,
} from "#garden/api/schema/schema.ts";
import { kubernetes } from "./control-plane.ts";
import { worker } from "./worker.ts";

const rotation = (what: string): Schema =>
  object(`Automatic rotation of ${what}.`, {
    rotationPeriod: duration("How long after a rotation the next one starts; 0 means never."),
  });

const maintenance = object("When and what Gardener maintains by itself.", {
  autoUpdate: object(
    "What is updated automatically.",
    {
      kubernetesVersion: flag("Whether the Kubernetes patch version is."),
      machineImageVersion: flag("Whether machine image versions are."),
    },
    ["kubernetesVersion"],
  ),
  timeWindow: object(
    "The daily window.",
    { begin: text("Its begin, as HHMMSS+ZONE."), end: text("Its end, as HHMMSS+ZONE.") },
    ["begin", "end"],
  ),
  confineSpecUpdateRollout: flag("Whether changes of the spec wait for the window."),
  autoRotation: object("What is rotated automatically.", {
    credentials: object("Credentials that are.", {
      observability: rotation("the observability credentials"),
      sshKeypair: rotation("the SSH key pair"),
      etcdEncryptionKey: rotation("the etcd encryption key"),
    }),
  }),
});

const includeExclude = object("Which are included.", { include: texts("Included."), exclude: texts("Excluded.") });

const dns = object("The domain of the cluster.", {
  domain: text("The domain; it cannot be changed."),
  providers: keyedList(
    "DNS providers.",
    "type",
    object("One provider.", {
      type: text("Type of the provider."),
      secretName: text("The Secret with its credentials."),
      primary: flag("Deprecated: whether it serves the cluster's own domains."),
      domains: includeExclude,
      zones: includeExclude,
      credentialsRef: atomic(open("The object with its credentials.")),
    }),
  ),
});

const addons = object("Add-ons.", {
  kubernetesDashboard: object("The Kubernetes dashboard.", {
    enabled: flag("Whether it is deployed."),
    authenticationMode: text("How users sign in."),
  }),
  nginxIngress: object("The NGINX ingress controller.", {
    enabled: flag("Whether it is deployed."),
    loadBalancerSourceRanges: texts("Who may reach it."),
    config: labels("Its settings."),
    externalTrafficPolicy: text("Cluster or Local."),
  }),
});

const systemComponents = object("Settings of system components.", {
  coreDNS: object("CoreDNS.", {
    autoscaling: object("How it is scaled.", { mode: text("horizontal or cluster-proportional.") }),
    rewriting: object("How wrong queries are rewritten.", { commonSuffixes: texts("Suffixes of full names.") }),
  }),
  nodeLocalDNS: object("The DNS cache on each node.", {
    enabled: flag("Whether it is deployed."),
    forceTCPToClusterDNS: flag("Whether it asks CoreDNS by TCP."),
    forceTCPToUpstreamDNS: flag("Whether it asks the infrastructure by TCP."),
    disableForwardToUpstreamDNS: flag("Whether external names go through CoreDNS."),
  }),
});

const keyValue = (description: string): Schema => object(description, { key: text("Key."), value: text("Value.") });

/** spec of a Shoot; blocks of providers and extensions are open. */
export const shootSpec: Schema = object(
  "Specification of the Shoot cluster.",
  {
    addons,
    cloudProfile: object("The CloudProfile or NamespacedCloudProfile.", {
      kind: text("CloudProfile when missing, or NamespacedCloudProfile."),
      name: text("Name of the profile."),
    }),
    cloudProfileName: text("Deprecated: the name of a CloudProfile."),
    credentialsBindingName: text("The CredentialsBinding with the credentials of the infrastructure."),
    secretBindingName: text("Deprecated: the SecretBinding with the credentials of the infrastructure."),
    dns,
    extensions: list(
      "Extensions.",
      object("One extension.", {
        type: text("Type of the extension."),
        providerConfig: open("Its settings."),
        disabled: flag("Whether it is off."),
      }),
    ),
    hibernation: object("Whether and when the cluster sleeps.", {
      enabled: flag("Whether it shall sleep."),
      schedules: list(
        "When it falls asleep and wakes up.",
        object("One schedule.", {
          start: text("Cron expression of falling asleep."),
          end: text("Cron expression of waking up."),
          location: text("The time zone of both, UTC when missing."),
        }),
      ),
    }),
    kubernetes,
    networking: object("The network of the cluster.", {
      type: text("The network plugin."),
      providerConfig: open("Settings of the plugin."),
      pods: text("The range of pods."),
      nodes: text("The range of nodes."),
      services: text("The range of services."),
      ipFamilies: texts("IPv4, IPv6 or both."),
    }),
    maintenance,
    monitoring: object("Monitoring.", {
      alerting: object("Who is told.", { emailReceivers: texts("Mail addresses.") }),
    }),
    provider: object(
      "The infrastructure.",
      {
        type: text("Type of the provider; it cannot be changed."),
        controlPlaneConfig: open("Settings of the provider for the control plane."),
        infrastructureConfig: open("Settings of the provider for the infrastructure."),
        workers: keyedList("The worker pools.", "name", worker),
        workersSettings: object("Settings of all worker pools.", {
          sshAccess: object("SSH access to the nodes.", { enabled: flag("Whether it is possible.") }, ["enabled"]),
        }),
      },
      ["type"],
    ),
    purpose: text("evaluation, testing, development, production or infrastructure."),
    region: text("The region; it cannot be changed."),
    seedName: text("The Seed that runs the control plane."),
    seedSelector: open("Which Seeds may run the control plane."),
    resources: list(
      "Objects that extensions refer to by name.",
      object("One reference.", { name: text("Name of the reference."), resourceRef: open("The object.") }),
    ),
    tolerations: keyedList("Taints of Seeds that are tolerated.", "key", keyValue("One toleration.")),
    exposureClassName: text("The ExposureClass; it cannot be changed."),
    systemComponents,
    controlPlane: object("Settings of the control plane.", {
      highAvailability: object("High availability.", {
        failureTolerance: object("What may fail.", { type: text("node or zone.") }, ["type"]),
      }),
    }),
    schedulerName: text("The scheduler that chooses the Seed."),
    accessRestrictions: list(
      "Access restrictions.",
      object("One restriction.", { name: text("Name of the restriction."), options: labels("Its options.") }, ["name"]),
    ),
  },
  ["kubernetes", "provider", "region"],
);
