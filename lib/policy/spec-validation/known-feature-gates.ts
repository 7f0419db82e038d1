/**
 * The Kubernetes feature gates known to Gardener's API server, by the minors of Kubernetes 1 in which they exist and
 * from which they are locked: `29-35 on@32` was added in 1.29, removed in 1.35 and cannot be disabled from 1.32 on.
 * Missing parts mean no limit.
 * @source Gardener: pkg/utils/validation/features/featuregates.go
 */
const gatesByLimits: Readonly<Record<string, string>> = {
  "-31 on@29": `
    APIPriorityAndFairness CSINodeExpandSecret CustomResourceValidationExpressions JobReadyPods ReadWriteOncePod
    ServiceNodePortStaticSubrange
  `,
  "-31": `
    CSIMigrationRBD InTreePluginAWSUnregister InTreePluginAzureDiskUnregister InTreePluginAzureFileUnregister
    InTreePluginGCEUnregister InTreePluginOpenStackUnregister InTreePluginRBDUnregister
    InTreePluginvSphereUnregister
  `,
  "-32 on@30": "CloudDualStackNodeIPs StableLoadBalancerNodeSet ValidatingAdmissionPolicy",
  "-33 on@17": "WatchBookmark",
  "-33 on@24": "EfficientWatchResumption",
  "-33 on@26": "CPUManager",
  "-33 on@29": "APIListChunking RemainingItemCount",
  "-33 on@30": "AdmissionWebhookMatchConditions AggregatedDiscoveryEndpoint",
  "-33 on@31": `
    AppArmor DisableCloudProviders DisableKubeletCloudCredentialProviders JobPodFailurePolicy
    PDBUnhealthyPodEvictionPolicy
  `,
  "-33": "VolumeCapacityPriority",
  "-34 on@31": "ElasticIndexedJob PodDisruptionConditions StatefulSetStartOrdinal",
  "-35": "ComponentSLIs",
  "-36 on@33": "CSIMigrationPortworx HonorPVReclaimPolicy TopologyAwareHints",
  "-36 off@33": "WatchFromStorageWithoutResourceVersion",
  "-36": "InTreePluginPortworxUnregister",
  "on@29": "SELinuxMountReadWriteOncePod",
  "on@30": "ContextualLogging PodSchedulingReadiness",
  "on@31": "LogarithmicScaleDown",
  "on@32": "TopologyManagerPolicyOptions",
  "on@33": "AnyVolumeDataSource CPUManagerPolicyOptions NodeInclusionPolicyInPodTopologySpread",
  "on@34": "APIServerTracing KubeletTracing MultiCIDRServiceAllocator NodeSwap WinDSR WinOverlay",
  "on@35": "DynamicResourceAllocation ExecProbeTimeout",
  "on@36": "KubeletPodResourcesDynamicResources KubeletPodResourcesGet NodeLogQuery ProcMountType",
  "": `
    APIResponseCompression APIServerIdentity CloudControllerManagerWebhook ClusterTrustBundle
    ContainerCheckpoint CPUManagerPolicyAlphaOptions CPUManagerPolicyBetaOptions CrossNamespaceVolumeDataSource
    CSIVolumeHealth CustomCPUCFSQuotaPeriod EventedPLEG GracefulNodeShutdown
    GracefulNodeShutdownBasedOnPodPriority HPAScaleToZero KubeletInUserNamespace
    LocalStorageCapacityIsolationFSQuotaMonitoring MatchLabelKeysInPodTopologySpread MaxUnavailableStatefulSet
    MemoryQoS OpenAPIEnums PodAndContainerStatsFromCRI PodDeletionCost QOSReserved
    RotateKubeletServerCertificate StorageVersionAPI StorageVersionHash TopologyManagerPolicyAlphaOptions
    TopologyManagerPolicyBetaOptions UnauthenticatedHTTP2DOSMitigation WatchList WindowsHostNetwork
  `,
  "14-32 on@22": "ServerSideApply",
  "17-": "AllAlpha AllBeta",
  "20-32 on@30": "HPAContainerMetrics",
  "20-35 on@32": "SizeMemoryBackedVolumes",
  "21-36 on@32": "MemoryManager",
  "23-32 on@27": "ServerSideFieldValidation",
  "23-35 on@32": "StatefulSetAutoDeletePVC",
  "24-32 on@28": "NodeOutOfServiceVolumeDetach",
  "24-32 on@30": "MinDomainsInPodTopologySpread",
  "25-32 on@29": "KMSv2",
  "25-32 on@30": "NewVolumeManagerReconstruction",
  "26-31 on@30": "ConsistentHTTPGetHandlers",
  "26-32": "DRAControlPlaneController",
  "27- on@35": "InPlacePodVerticalScaling",
  "28-31": "DefaultHostNetworkHostPortsInPodTemplates SkipReadOnlyValidationGCE",
  "28-32 on@29": "KMSv2KDF",
  "28-32 on@30": "LegacyServiceAccountTokenCleanUp PodHostIPs",
  "28-33 on@31": "KubeProxyDrainingTerminatingNodes PersistentVolumeLastPhaseTransitionTime",
  "28-34 on@31": "DevicePluginCDIDevices",
  "28-35 on@32": "CronJobsScheduledAnnotation PodIndexLabel",
  "28- on@33": "CRDValidationRatcheting JobBackoffLimitPerIndex SidecarContainers",
  "28- on@34": `
    ConsistentListFromCache JobPodReplacementPolicy KubeletCgroupDriverFromCRI RecoverVolumeExpansionFailure
    SchedulerQueueingHints
  `,
  "28- off@36": "SeparateCacheWatchRPC",
  "28- on@36": "UserNamespacesSupport",
  "28-": "KMSv1 PodReadyToStartContainersCondition UnknownVersionInteroperabilityProxy",
  "29-32 on@30": "ZeroLimitedNominalConcurrencyShares",
  "29-35 off@32": "AllowServiceLBStatusOnNonLB",
  "29-35 on@32": "LoadBalancerIPMode",
  "29-35": "UserNamespacesPodSecurityStandards",
  "29-36 on@32": "StructuredAuthorizationConfiguration",
  "29- on@32": "ServiceAccountTokenJTI ServiceAccountTokenNodeBindingValidation ServiceAccountTokenPodNodeInfo",
  "29- on@33": "MatchLabelKeysInPodAffinity NFTablesProxyMode ServiceAccountTokenNodeBinding",
  "29- on@34": "PodLifecycleSleepAction SeparateTaintEvictionController StructuredAuthenticationConfiguration",
  "29- on@35": "ImageMaximumGCAge",
  "29- on@36": "DisableNodeKubeProxyVersion VolumeAttributesClass",
  "29-": `
    ClusterTrustBundleProjection KubeletSeparateDiskGC RuntimeClassInImageCriApi
    TranslateStreamCloseWebsocketRequests
  `,
  "30-33 on@31": "AppArmorFields",
  "30-35 on@32": "StrictCostEnforcementForVAP StrictCostEnforcementForWebhooks",
  "30-36 on@33": "ServiceTrafficDistribution",
  "30- on@32": "CustomResourceFieldSelectors RetryGenerateName",
  "30- on@33": "JobSuccessPolicy RecursiveReadOnlyMounts",
  "30- on@34": "RelaxedEnvironmentVariableValidation",
  "30- on@35": "JobManagedBy",
  "30-": `
    APIServingWithRoutine InformerResourceVersion MutatingAdmissionPolicy PortForwardWebsockets SELinuxMount
    StorageNamespaceIndex StorageVersionMigrator WatchListClient
  `,
  "31- on@34": `
    AnonymousAuthConfigurableEndpoints AuthorizeNodeWithSelectors AuthorizeWithSelectors
    ResilientWatchCacheInitialization
  `,
  "31- on@35": "DisableAllocatorDualWrite SupplementalGroupsPolicy",
  "31- on@36": "ImageVolume",
  "31-": `
    AllowDNSOnlyNodeCSR AllowInsecureKubeletCertificateSigningRequests ConcurrentWatchObjectDecode
    CoordinatedLeaderElection ReloadKubeletServerCertificateFile ResourceHealthStatus
    WatchCacheInitializationPostStartHook
  `,
  "32-36": "InPlacePodVerticalScalingAllocatedStatus",
  "32- on@33": "BtreeWatchCache",
  "32- on@34": "PodLifecycleSleepActionAllowZero RelaxedDNSSearchValidation",
  "32- off@35": "AllowOverwriteTerminationGracePeriodSeconds",
  "32- on@35": "SystemdWatchdog",
  "32- on@36": "DRAAdminAccess ExternalServiceAccountTokenSigner KubeletFineGrainedAuthz SELinuxChangePolicy",
  "32-": `
    AllowUnsafeMalformedObjectDeletion CBORServingAndStorage ComponentFlagz ComponentStatusz
    DRAResourceClaimDeviceStatus InPlacePodVerticalScalingExclusiveCPUs KubeletCrashLoopBackOffMax
    KubeletRegistrationGetOnExistsOnly PodLevelResources PodLogsQuerySplitStreams PreferAlignCpusByUncoreCache
    RemoteRequestHeaderUID SchedulerAsyncPreemption ServiceAccountNodeAudienceRestriction
    WindowsCPUAndMemoryAffinity WindowsGracefulNodeShutdown
  `,
  "33-34": "LegacySidecarContainers",
  "33- on@34": "OrderedNamespaceDeletion StreamingCollectionEncodingToJSON StreamingCollectionEncodingToProtobuf",
  "33- on@35": "AggregatedDiscoveryRemoveBetaType PodObservedGenerationTracking PreferSameTrafficDistribution",
  "33- on@36": "DeclarativeValidation KubeletPSI MutableCSINodeAllocatableCount",
  "33- off@36": "GitRepoVolumeDriver",
  "33-": `
    AllowParsingUserUIDFromCertAuth ContainerStopSignals DeclarativeValidationTakeover
    DeploymentReplicaSetTerminatingReplicas DisableCPUQuotaWithExclusiveCPUs DRADeviceTaints
    DRAPartitionableDevices DRAPrioritizedList HPAConfigurableTolerance KubeletEnsureSecretPulledImages
    KubeletServiceAccountTokenForCredentialProviders ListFromCacheSnapshot PodTopologyLabelsAdmission
    ReduceDefaultCrashLoopBackOffDecay SchedulerPopFromBackoffQ StorageCapacityScoring StrictIPCIDRValidation
  `,
  "34-35 on@34": "ProbeHostPodSecurityStandards",
  "34-": `
    ClearingNominatedNodeNameAfterBinding ContainerRestartRules DetectCacheInconsistency DRAConsumableCapacity
    DRADeviceBindingConditions DRAExtendedResource DRASchedulerFilterTimeout EnvFiles HostnameOverride
    InPlacePodVerticalScalingExclusiveMemory KubeletPodResourcesListUseActivePods
    MatchLabelKeysInPodTopologySpreadSelectorMerge NominatedNodeNameForExpectation PodCertificateRequest
    PreventStaticPodAPIReferences RelaxedServiceNameValidation SchedulerAsyncAPICalls SizeBasedListCostEstimate
    StructuredAuthenticationConfigurationEgressSelector TokenRequestServiceAccountUIDValidation
  `,
  "35- on@36": "CSIServiceAccountTokenSecrets",
  "35-": `
    AuthorizePodWebsocketUpgradeCreatePermission ChangeContainerStatusOnKubeletRestart
    CloudControllerManagerWatchBasedRoutesReconciliation ConstrainedImpersonation CRDObservedGenerationTracking
    DRADeviceTaintRules GangScheduling GenericWorkload InPlacePodLevelResourcesVerticalScaling
    MutablePodResourcesForSuspendedJobs MutablePVNodeAffinity MutableSchedulingDirectivesForSuspendedJobs
    NodeDeclaredFeatures OpportunisticBatching RestartAllContainersOnContainerExits
    StructuredAuthenticationConfigurationJWKSMetrics TaintTolerationComparisonOperators
    UserNamespacesHostNetworkSupport VolumeLimitScaling
  `,
  "36-": `
    AllowServiceExternalIPs ControllerManagerReleaseLeaderElectionLockOnExit CRIListStreaming
    DeclarativeValidationBeta DRAListTypeAttributes DRANodeAllocatableResources
    DRAResourceClaimGranularStatusAuthorization DRAResourcePoolStatus DRAWorkloadResourceClaims
    ExtendWebSocketsToKubelet ImageVolumeWithDigest InPlacePodVerticalScalingInitContainers
    ManifestBasedAdmissionControlConfig NativeHistograms PersistentVolumeClaimUnusedSinceTime PLEGOnDemandRelist
    PodLevelResourceManagers PodsAPI ReloadKubeletClientCAFile ResourceHealthStatusMessage
    ServiceCIDRStatusFieldWiping ShardedListAndWatch StaleControllerConsistencyDaemonSet
    StaleControllerConsistencyJob StaleControllerConsistencyReplicaSet StaleControllerConsistencyStatefulSet
    TopologyAwareWorkloadScheduling WorkloadAwarePreemption WorkloadWithJob
  `,
};

const limitsByGate: ReadonlyMap<string, string> = new Map(
  Object.entries(gatesByLimits).flatMap(([limits, gates]) =>
    gates
      .trim()
      .split(/\s+/)
      .map((gate): [string, string] => [gate, limits]),
  ),
);

/** Kubernetes version limits of a feature gate: empty if it has none, undefined for a gate unknown to Gardener. */
export function versionLimitsOfFeatureGate(gate: string): string | undefined {
  return limitsByGate.get(gate);
}
