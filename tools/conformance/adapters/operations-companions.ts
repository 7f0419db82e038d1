import type { Shoot } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { ChangeDuringInPlaceUpdate } from "#lib/policy/changes/in-place-updates.ts";
import { validatePendingInPlacePools } from "#lib/policy/changes/in-place-updates.ts";
import { nodeRestart, restartUnitsAnnotation } from "#lib/policy/nodes/node-restart.ts";
import {
  type AccessRuleName,
  accessRules,
  type ProjectRole,
  patchShootsRule,
  projectRoleAllows,
} from "#lib/policy/operations/access-rules.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import { kubeconfigLifetimeSeconds } from "#lib/policy/operations/kubeconfig.ts";
import {
  type ShootResource,
  type ShootResourcePurpose,
  shootResourceName,
  shootResources,
} from "#lib/policy/operations/project-resources.ts";
import { rotationWarnings } from "#lib/policy/operations/rotation-warnings.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";
import { localProvider } from "../vector/local-provider.ts";

/** Names of user actions in test vectors. */
const needs: ReadonlyMap<string, AccessRuleName> = new Map([
  ["set gardener.cloud/operation", "annotate"],
  ["delete with confirmation", "delete"],
  ["force deletion", "force-delete"],
  ["admin kubeconfig", "admin-kubeconfig"],
  ["viewer kubeconfig", "viewer-kubeconfig"],
  ["change seed", "change-seed"],
  ["read SSH key pair", "read-secret"],
  ["read monitoring password", "read-secret"],
  ["read CA bundle", "read-config-map"],
  ["create bastion", "create-bastion"],
  ["restart systemd units", "patch-nodes"],
  ["restart units", "patch-nodes"],
  ["hibernate", "annotate"],
  ["maintenance settings", "annotate"],
  ["seed change", "change-seed"],
]);

const purposes: ReadonlyMap<string, ShootResourcePurpose> = new Map([
  ["ssh-keypair", "ssh-keypair"],
  ["old ssh-keypair", "old-ssh-keypair"],
  ["observability credentials", "monitoring"],
  ["cluster CA bundle", "cluster-ca"],
  ["kubelet CA bundle", "kubelet-ca"],
  ["client CA", "client-ca"],
  ["static kubeconfig", "static-kubeconfig"],
]);

/** Names in test vectors for when an object exists. */
const existence = {
  "with-ssh-access": "SSH access enabled and pool present",
  "after-ssh-rotation": "after the first SSH rotation",
  "unless-testing": "purpose is not testing",
  always: "always",
  "with-workers": "not workerless",
  "hidden-from-members": "always, not readable by project members",
  "with-static-token": "never at this version",
} as const satisfies Record<ShootResource["exists"], string>;

function rightsOf(role: ProjectRole) {
  const [adminKubeconfig] = accessRules["admin-kubeconfig"];
  const [viewerKubeconfig] = accessRules["viewer-kubeconfig"];
  const [secret] = accessRules["read-secret"];
  const [configMap] = accessRules["read-config-map"];
  return {
    canCreateAdminKubeconfig: projectRoleAllows(role, adminKubeconfig),
    canCreateViewerKubeconfig: projectRoleAllows(role, viewerKubeconfig),
    canReadSecrets: projectRoleAllows(role, secret),
    canReadConfigMaps: projectRoleAllows(role, configMap),
    canPatchShoots: projectRoleAllows(role, patchShootsRule),
  };
}

interface WarningInput {
  readonly creationTimestamp: string;
  readonly rotation: NonNullable<NonNullable<Shoot["status"]>["credentials"]>["rotation"];
  readonly now: string;
  readonly intervalDays: number;
  readonly sshAccessEnabled: boolean;
  readonly purpose: string | null;
}

function warnedShoot({ creationTimestamp, rotation, sshAccessEnabled, purpose }: WarningInput): Shoot {
  return {
    metadata: { name: "crazy-botany", creationTimestamp },
    spec: {
      kubernetes: { version: "1.33.2" },
      provider: localProvider(sshAccessEnabled),
      ...(purpose === null ? {} : { purpose }),
    },
    status: { credentials: { rotation: rotation ?? null } },
  };
}

/** Adapters for permissions, resources, kubeconfigs, nodes, warnings and in-place pool locks of operations. */
export const operationsCompanionAdapters: VectorAdapters = {
  "in-place-update": createVectorAdapter<{ old: Shoot; new: Shoot }>((input) => {
    const change: ChangeDuringInPlaceUpdate = {
      old: input.old.spec,
      new: input.new.spec,
      pending: input.new.status?.inPlaceUpdates?.pendingWorkerUpdates ?? null,
      operation: input.new.metadata.annotations?.[annotations.operation] ?? null,
    };
    const faults = validatePendingInPlacePools(change);
    return { accepted: faults.length === 0, errors: faults.map(({ type, path }) => ({ type, field: path })) };
  }, "sets"),
  "rotation-warning": createVectorAdapter<WarningInput>((input) => {
    const intervalMs = input.intervalDays * dayMs;
    const warnings = rotationWarnings(warnedShoot(input), Date.parse(input.now), intervalMs);
    return {
      warnings: warnings.map((warning) => {
        if (warning.id === "rotation-due") return `due:${warning.family}`;
        return warning.id === "rotation-to-complete" ? `complete:${warning.family}` : warning.operation;
      }),
    };
  }, "sets"),
  "resource-name": createVectorAdapter<{ shoot: string; purpose: string }>(({ shoot, purpose }) => {
    const known = purposes.get(purpose);
    if (!known) return null;
    const { kind, keys, exists }: ShootResource = shootResources[known];
    return { kind, name: shootResourceName(shoot, known), keys, exists: existence[exists] };
  }),
  rbac: createVectorAdapter<{ action?: string; projectRole?: ProjectRole }>(({ action, projectRole }) => {
    if (projectRole) return rightsOf(projectRole);
    const need = needs.get(action ?? "");
    const requires =
      need && accessRules[need].map(({ verb, group, resource }) => ({ verb, apiGroup: group, resource }));
    return { requires };
  }),
  "kubeconfig-expiry": createVectorAdapter<{ expirationSeconds: number | null; maxExpirationSeconds: number }>(
    ({ expirationSeconds, maxExpirationSeconds }) => {
      const effectiveSeconds = kubeconfigLifetimeSeconds(expirationSeconds, maxExpirationSeconds);
      return { accepted: effectiveSeconds !== undefined, effectiveSeconds: effectiveSeconds ?? null };
    },
  ),
  "node-restart": createVectorAdapter<{ annotation: Readonly<Record<string, string>> }>(({ annotation }) => {
    const { units, agentLast } = nodeRestart(annotation[restartUnitsAnnotation]);
    return { restarts: units, annotationRemoved: true, agentItselfLast: agentLast };
  }),
};
