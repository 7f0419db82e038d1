import { fieldAt, stringAt } from "#lib/kube/field.ts";
import { isInMinors } from "./feature-gates.ts";
import { checkRequired, isSet } from "./field-checks.ts";
import { type FieldError, type FieldErrors, fieldError, fieldErrorIf } from "./field-error.ts";

interface Plugin {
  /** The first minor of Kubernetes 1 that has the plugin, and the first one without it. */
  readonly added?: number;
  readonly removed?: number;
  /** Whether the admission plugin cannot be disabled. */
  readonly required?: true;
  readonly configurable?: true;
  /** Whether the admission plugin may call a service with a kubeconfig of its own. */
  readonly calls?: true;
}

/** kube-apiserver admission plugins known to Gardener. @source Gardener: pkg/utils/validation/admissionplugins */
const plugins: Readonly<Record<string, Plugin>> = {
  AlwaysAdmit: {},
  AlwaysDeny: {},
  AlwaysPullImages: {},
  CertificateApproval: {},
  CertificateSigning: {},
  CertificateSubjectRestriction: {},
  ClusterTrustBundleAttest: {},
  DefaultIngressClass: {},
  DefaultStorageClass: {},
  DefaultTolerationSeconds: {},
  DenyServiceExternalIPs: {},
  EventRateLimit: { configurable: true },
  ExtendedResourceToleration: {},
  ImagePolicyWebhook: { configurable: true, calls: true },
  JobValidation: { added: 36 },
  LimitPodHardAntiAffinityTopology: {},
  LimitRanger: {},
  MutatingAdmissionPolicy: { added: 32 },
  MutatingAdmissionWebhook: { required: true, configurable: true, calls: true },
  NamespaceAutoProvision: {},
  NamespaceExists: {},
  NamespaceLifecycle: { required: true },
  NodeDeclaredFeatureValidator: { added: 35 },
  NodeRestriction: { required: true },
  OwnerReferencesPermissionEnforcement: {},
  PersistentVolumeClaimResize: {},
  PersistentVolumeLabel: { removed: 31 },
  PodGroupProtection: { added: 36 },
  PodGroupWorkloadExists: { added: 36 },
  PodNodeSelector: { configurable: true },
  PodResizeValidator: { added: 36 },
  PodSecurity: { required: true, configurable: true },
  PodTolerationRestriction: { configurable: true },
  PodTopologyLabels: { added: 33 },
  Priority: { required: true },
  ResourceQuota: { configurable: true },
  RuntimeClass: {},
  ServiceAccount: {},
  StorageObjectInUseProtection: { required: true },
  TaintNodesByCondition: {},
  ValidatingAdmissionPolicy: {},
  ValidatingAdmissionWebhook: { required: true, configurable: true, calls: true },
};

/**
 * Validation of the Shoot API server's admission plugins: known to its version, and configured only as far as allowed.
 * @source Gardener: pkg/utils/validation/admissionplugins/admissionplugins.go, ValidateAdmissionPlugins
 */
export function validateAdmissionPlugins(path: string, list: unknown, version: string): FieldErrors {
  if (!Array.isArray(list)) return [];
  const faults: FieldError[] = [];
  for (const [index, entry] of list.entries()) {
    const at = `${path}[${index}]`;
    const name = stringAt(entry, "name") ?? "";
    // Of an entry without a name the API server checks nothing else.
    if (name === "") return [...faults, ...checkRequired(`${at}.name`, name)];
    faults.push(...pluginErrors(at, name, { entry, version }));
  }
  return faults;
}

function pluginErrors(at: string, name: string, { entry, version }: { entry: unknown; version: string }): FieldErrors {
  const plugin = Object.hasOwn(plugins, name) ? plugins[name] : undefined;
  const facts = { name, version };
  if (plugin === undefined) return [fieldError(`${at}.name`, "ADMISSION_PLUGIN_UNKNOWN", facts)];
  if (isInMinors(version, plugin.added ?? 0, plugin.removed ?? Number.POSITIVE_INFINITY) === false) {
    return [fieldError(`${at}.name`, "ADMISSION_PLUGIN_UNSUPPORTED", facts)];
  }
  const config = fieldAt(entry, "config");
  const isOff = fieldAt(entry, "disabled") === true;
  const calls = isSet(fieldAt(entry, "kubeconfigSecretName"));
  const isOfOtherKind = isSet(config) && fieldAt(config, "kind") !== "PodSecurityConfiguration";
  return [
    ...fieldErrorIf(isSet(config) && !plugin.configurable, `${at}.config`, "ADMISSION_PLUGIN_HAS_NO_CONFIG", facts),
    ...fieldErrorIf(isOff && plugin.required === true, at, "ADMISSION_PLUGIN_REQUIRED", facts),
    ...fieldErrorIf(calls && !plugin.calls, `${at}.kubeconfigSecretName`, "ADMISSION_PLUGIN_CALLS_NOBODY", facts),
    ...fieldErrorIf(name === "PodSecurity" && isOfOtherKind, `${at}.config`, "POD_SECURITY_CONFIG_MALFORMED"),
  ];
}
