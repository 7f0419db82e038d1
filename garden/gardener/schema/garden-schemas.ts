import "server-only";
import {
  atomic,
  flag,
  integer,
  keyedList,
  labels,
  list,
  map,
  object,
  open,
  quantity,
  type Schema,
  text,
  texts,
  time,
} from "#garden/api/schema/schema.ts";

/** A block of which this server knows a part; the rest is kept as it comes. */
function partial(description: string, properties: Readonly<Record<string, Schema>>): Schema {
  return { ...object(description, properties), "x-kubernetes-preserve-unknown-fields": true };
}

const lifecycle = list(
  "When the version enters which stage.",
  object("One stage.", {
    classification: text("preview, supported, deprecated, expired or unavailable."),
    startTime: time("When the stage begins; from the beginning when missing."),
  }),
);
const versionFields = {
  version: text("The version."),
  classification: text("preview, supported or deprecated."),
  expirationDate: time("When the version expires."),
  lifecycle,
};

const machineImage = partial("One machine image.", {
  name: text("Name of the image."),
  updateStrategy: text("patch, minor or major."),
  versions: keyedList(
    "Its versions.",
    "version",
    partial("One version.", {
      ...versionFields,
      cri: list(
        "Container runtime interfaces.",
        object("One interface.", {
          name: text("Name of the interface."),
          containerRuntimes: list("Additional runtimes.", partial("One runtime.", { type: text("Type.") })),
        }),
      ),
      architectures: texts("CPU architectures."),
      kubeletVersionConstraint: text("Which kubelets it takes."),
      inPlaceUpdates: object("Updates without new machines.", {
        supported: flag("Whether they are possible."),
        minVersionForUpdate: text("The oldest version from which they are."),
      }),
    }),
  ),
});

const profileFields = {
  kubernetes: partial("Kubernetes versions.", {
    versions: keyedList("The versions.", "version", object("One version.", versionFields)),
  }),
  machineImages: keyedList("Machine images.", "name", machineImage),
  machineTypes: keyedList(
    "Machine types.",
    "name",
    partial("One machine type.", {
      name: text("Name of the type."),
      cpu: quantity("CPUs."),
      gpu: quantity("GPUs."),
      memory: quantity("Memory."),
      usable: flag("Whether it may be used."),
      architecture: text("CPU architecture."),
    }),
  ),
  volumeTypes: keyedList(
    "Volume types.",
    "name",
    partial("One volume type.", {
      name: text("Name of the type."),
      class: text("Class of the type."),
      usable: flag("Whether it may be used."),
    }),
  ),
  regions: keyedList(
    "Regions.",
    "name",
    partial("One region.", {
      name: text("Name of the region."),
      zones: keyedList("Its zones.", "name", partial("One zone.", { name: text("Name of the zone.") })),
      labels: labels("Labels of the region."),
    }),
  ),
  limits: partial("Limits of Shoots.", { maxNodesTotal: integer("The most nodes of a Shoot.") }),
  caBundle: text("Certificates that are installed on machines."),
  providerConfig: open("Settings of the provider."),
};

const subject = atomic(
  object("A user, a group or a service account.", {
    apiGroup: text("API group of the subject."),
    kind: text("User, Group or ServiceAccount."),
    name: text("Name of the subject."),
    namespace: text("Namespace of a service account."),
  }),
);

const secretReference = atomic(object("A Secret.", { name: text("Name."), namespace: text("Namespace.") }));
const objectReference = (description: string): Schema =>
  atomic(
    object(description, {
      apiVersion: text("API version."),
      kind: text("Kind."),
      name: text("Name."),
      namespace: text("Namespace."),
      uid: text("UID."),
      resourceVersion: text("Version."),
      fieldPath: text("Part of the object."),
    }),
  );
const quotas = list("Quotas that apply.", objectReference("A Quota."));
const toleration = object("One toleration.", { key: text("Key."), value: text("Value.") });

/** The fields of Gardener's kinds beside apiVersion, kind and metadata, by kind. Shoots have a file of their own. */
export const gardenSchemas: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  CloudProfile: {
    spec: partial("What an infrastructure offers.", {
      ...profileFields,
      type: text("Type of the provider."),
      seedSelector: open("Which Seeds may be used."),
    }),
    status: open("Classifications as they are now."),
  },
  NamespacedCloudProfile: {
    spec: partial("How a project's profile differs from its parent.", {
      ...profileFields,
      parent: object("The CloudProfile.", { kind: text("CloudProfile."), name: text("Name of the parent.") }, ["name"]),
    }),
    status: partial("The merged profile.", {
      cloudProfileSpec: open("The profile with everything of its parent."),
      observedGeneration: { type: "integer", format: "int64", description: "The generation that was last merged." },
    }),
  },
  Seed: {
    spec: partial("The specification of the Seed.", {
      provider: partial("Its infrastructure.", {
        type: text("Type of the provider."),
        region: text("Region of the Seed."),
        zones: texts("Zones of the Seed."),
        providerConfig: open("Settings of the provider."),
      }),
      taints: list("Taints that Shoots must tolerate.", toleration),
      settings: open("Settings of the Seed."),
      networks: open("Its ranges."),
      ingress: open("Its ingress."),
      dns: open("Its DNS."),
      backup: open("Where backups go."),
    }),
    status: partial("The state of the Seed.", {
      conditions: keyedList("The health of the Seed.", "type", open("One condition.")),
    }),
  },
  Project: {
    spec: object("The specification of the Project.", {
      createdBy: subject,
      description: text("What the project is for."),
      owner: subject,
      purpose: text("Why the project exists."),
      members: list(
        "Who may do what.",
        object("One member.", {
          apiGroup: text("API group of the subject."),
          kind: text("User, Group or ServiceAccount."),
          name: text("Name of the subject."),
          namespace: text("Namespace of a service account."),
          role: text("The role."),
          roles: texts("Further roles."),
        }),
      ),
      namespace: text("The namespace of the project; it cannot be changed."),
      tolerations: object("Tolerations of its Shoots.", {
        defaults: keyedList("Given to every Shoot.", "key", toleration),
        whitelist: keyedList("Allowed to Shoots.", "key", toleration),
      }),
      dualApprovalForDeletion: list("What needs two people to be deleted.", open("One rule.")),
    }),
    status: open("The state of the Project."),
  },
  Quota: {
    spec: object("Limits of Shoots.", {
      clusterLifetimeDays: integer("How many days a Shoot lives."),
      metrics: map("Limits by resource.", quantity("A quantity.")),
      scope: objectReference("What shares the limits: a Project or a Secret."),
    }),
  },
  SecretBinding: {
    secretRef: secretReference,
    quotas,
    provider: object("The provider.", { type: text("Type of the provider.") }),
  },
  CredentialsBinding: {
    provider: object("The provider.", { type: text("Type of the provider.") }),
    credentialsRef: objectReference("The Secret or WorkloadIdentity."),
    quotas,
  },
  ExposureClass: {
    handler: text("How control planes are exposed."),
    scheduling: partial("Which Seeds serve it.", {
      tolerations: keyedList("Taints of Seeds that are tolerated.", "key", toleration),
    }),
  },
};
