import "server-only";
import { parseSchemaTable } from "#garden/api/schema/schema.ts";

const shared = parseSchemaTable(`
profile open
  kubernetes open Kubernetes versions.
    versions list(version) The versions.
      [] object One version.
        version text The version.
        classification text preview, supported or deprecated.
        expirationDate time When the version expires.
        lifecycle list When the version enters which stage.
          [] object One stage.
            classification text preview, supported, deprecated, expired or unavailable.
            startTime time When the stage begins; from the beginning when missing.
  machineImages list(name) Machine images.
    [] open One machine image.
      name text Name of the image.
      updateStrategy text patch, minor or major.
      versions list(version) Its versions.
        [] open One version.
          version text The version.
          classification text preview, supported or deprecated.
          expirationDate time When the version expires.
          lifecycle list When the version enters which stage.
            [] object One stage.
              classification text preview, supported, deprecated, expired or unavailable.
              startTime time When the stage begins; from the beginning when missing.
          cri list Container runtime interfaces.
            [] object One interface.
              name text Name of the interface.
              containerRuntimes list Additional runtimes.
                [] open One runtime.
                  type text Type.
          architectures texts CPU architectures.
          kubeletVersionConstraint text Which kubelets it takes.
          inPlaceUpdates object Updates without new machines.
            supported flag Whether they are possible.
            minVersionForUpdate text The oldest version from which they are.
  machineTypes list(name) Machine types.
    [] open One machine type.
      name text Name of the type.
      cpu quantity CPUs.
      gpu quantity GPUs.
      memory quantity Memory.
      usable flag Whether it may be used.
      architecture text CPU architecture.
  volumeTypes list(name) Volume types.
    [] open One volume type.
      name text Name of the type.
      class text Class of the type.
      usable flag Whether it may be used.
  regions list(name) Regions.
    [] open One region.
      name text Name of the region.
      zones list(name) Its zones.
        [] open One zone.
          name text Name of the zone.
      labels labels Labels of the region.
  limits open Limits of Shoots.
    maxNodesTotal integer The most nodes of a Shoot.
  caBundle text Certificates that are installed on machines.
  providerConfig open Settings of the provider.
subject atomic
  apiGroup text API group of the subject.
  kind text User, Group or ServiceAccount.
  name text Name of the subject.
  namespace text Namespace of a service account.
reference atomic
  apiVersion text API version.
  kind text Kind.
  name text Name.
  namespace text Namespace.
  uid text UID.
  resourceVersion text Version.
  fieldPath text Part of the object.
toleration object
  key text Key.
  value text Value.
`);

/** Schemas of Gardener's kinds, without apiVersion, kind and metadata. Shoots have their own files. */
export const gardenSchemas = parseSchemaTable(
  `
CloudProfile object
  spec profile What an infrastructure offers.
    type text Type of the provider.
    seedSelector open Which Seeds may be used.
  status open Classifications as they are now.
NamespacedCloudProfile object
  spec profile How a project's profile differs from its parent.
    parent object The CloudProfile.
      kind text CloudProfile.
      name* text Name of the parent.
  status open The merged profile.
    cloudProfileSpec open The profile with everything of its parent.
    observedGeneration long The generation that was last merged.
Seed object
  spec open The specification of the Seed.
    provider open Its infrastructure.
      type text Type of the provider.
      region text Region of the Seed.
      zones texts Zones of the Seed.
      providerConfig open Settings of the provider.
    taints list Taints that Shoots must tolerate.
      [] toleration One toleration.
    settings open Settings of the Seed.
    networks open Its ranges.
    ingress open Its ingress.
    dns open Its DNS.
    backup open Where backups go.
  status open The state of the Seed.
    conditions list(type) The health of the Seed.
      [] open One condition.
Project object
  spec object The specification of the Project.
    createdBy subject A user, a group or a service account.
    description text What the project is for.
    owner subject A user, a group or a service account.
    purpose text Why the project exists.
    members list Who may do what.
      [] object One member.
        apiGroup text API group of the subject.
        kind text User, Group or ServiceAccount.
        name text Name of the subject.
        namespace text Namespace of a service account.
        role text The role.
        roles texts Further roles.
    namespace text The namespace of the project; it cannot be changed.
    tolerations object Tolerations of its Shoots.
      defaults list(key) Given to every Shoot.
        [] toleration One toleration.
      whitelist list(key) Allowed to Shoots.
        [] toleration One toleration.
    dualApprovalForDeletion list What needs two people to be deleted.
      [] open One rule.
  status open The state of the Project.
Quota object
  spec object Limits of Shoots.
    clusterLifetimeDays integer How many days a Shoot lives.
    metrics quantities Limits by resource.
    scope reference What shares the limits: a Project or a Secret.
SecretBinding object
  secretRef atomic A Secret.
    name text Name.
    namespace text Namespace.
  quotas list Quotas that apply.
    [] reference A Quota.
  provider object The provider.
    type text Type of the provider.
CredentialsBinding object
  provider object The provider.
    type text Type of the provider.
  credentialsRef reference The Secret or WorkloadIdentity.
  quotas list Quotas that apply.
    [] reference A Quota.
WorkloadIdentity object
  spec object Whom the identity is for.
    audiences texts Who is meant to read its tokens.
    targetSystem object The system that trusts the identity.
      type text Type of the provider.
      providerConfig open Settings of the provider.
  status open The identity that the system has to trust.
    sub text Subject of the tokens.
ExposureClass object
  handler text How control planes are exposed.
  scheduling open Which Seeds serve it.
    tolerations list(key) Taints of Seeds that are tolerated.
      [] toleration One toleration.
`,
  shared,
);
