import "server-only";
import { parseSchemaTable, type Schema } from "#garden/api/schema/schema.ts";

const signals = ["memoryAvailable", "imageFSAvailable", "imageFSInodesFree", "nodeFSAvailable", "nodeFSInodesFree"];

function perSignal(value: Schema): Schema {
  return { type: "object", properties: Object.fromEntries(signals.map((signal) => [signal, value])) };
}

/** Schema of kubelet settings, which both `spec.kubernetes` and worker pools contain. */
const kubelet = parseSchemaTable(
  `
kubelet object Settings of the kubelets.
  featureGates flags Feature gates by name.
  cpuCFSQuota flag Whether CPU limits throttle pods.
  cpuManagerPolicy text The CPU management policy, none when missing.
  evictionHard texts-per-signal Thresholds at which pods are evicted at once.
  evictionSoft texts-per-signal Thresholds at which pods are evicted after a grace period.
  evictionSoftGracePeriod durations-per-signal How long a soft threshold must hold.
  evictionMinimumReclaim quantities-per-signal How much an eviction frees at least.
  evictionMaxPodGracePeriod integer The longest grace period of a soft eviction, in seconds.
  evictionPressureTransitionPeriod duration How long a node stays under pressure after the last threshold.
  maxPods integer The most pods on a node.
  podPidsLimit long The most process ids in a pod.
  failSwapOn flag Whether the kubelet refuses to start with swap.
  kubeReserved object Resources kept for the node's own components.
    cpu quantity The reserved CPU.
    memory quantity The reserved memory.
    ephemeralStorage quantity The reserved storage.
    pid quantity The reserved process ids.
  imageGCHighThresholdPercent integer The disk usage at which images are collected.
  imageGCLowThresholdPercent integer The disk usage down to which images are collected.
  imageMinimumGCAge duration The youngest age at which an unused image is collected.
  imageMaximumGCAge duration The age after which an unused image is always collected.
  serializeImagePulls flag Whether images are pulled one at a time.
  maxParallelImagePulls integer How many images are pulled at once.
  registryPullQPS integer Pulls a second; 0 means no limit.
  registryBurst integer Pulls at once beyond that rate.
  seccompDefault flag Whether RuntimeDefault is the seccomp profile of all workloads.
  containerLogMaxSize quantity The size at which a container's log is rotated.
  containerLogMaxFiles integer How many log files a container may have.
  protectKernelDefaults flag Whether kernel settings must equal the kubelet's defaults.
  streamingConnectionIdleTimeout duration How long a streaming connection may be idle.
  memorySwap object How workloads may swap.
    swapBehavior text NoSwap, LimitedSwap or UnlimitedSwap.
`,
  {
    "texts-per-signal": perSignal({ type: "string", description: "A quantity or a percentage." }),
    "durations-per-signal": perSignal({ type: "string", format: "duration", description: "A duration." }),
    "quantities-per-signal": perSignal({ type: "string", format: "quantity", description: "A quantity." }),
  },
);

/** Schema of a Shoot's spec. Configuration of providers and extensions accepts any fields. */
export const shootSpecSchemas = parseSchemaTable(
  `
spec object Specification of the Shoot cluster.
  addons object Add-ons.
    kubernetesDashboard object The Kubernetes dashboard.
      enabled flag Whether it is deployed.
      authenticationMode text How users sign in.
    nginxIngress object The NGINX ingress controller.
      enabled flag Whether it is deployed.
      loadBalancerSourceRanges texts Who may reach it.
      config labels Its settings.
      externalTrafficPolicy text Cluster or Local.
  cloudProfile object The CloudProfile or NamespacedCloudProfile.
    kind text CloudProfile when missing, or NamespacedCloudProfile.
    name text Name of the profile.
  cloudProfileName text Deprecated: the name of a CloudProfile.
  credentialsBindingName text The CredentialsBinding with the credentials of the infrastructure.
  secretBindingName text Deprecated: the SecretBinding with the credentials of the infrastructure.
  dns object The domain of the cluster.
    domain text The domain; it cannot be changed.
    providers list(type) DNS providers.
      [] object One provider.
        type text Type of the provider.
        secretName text The Secret with its credentials.
        primary flag Deprecated: whether it serves the cluster's own domains.
        domains object Which are included.
          include texts Included.
          exclude texts Excluded.
        zones object Which are included.
          include texts Included.
          exclude texts Excluded.
        credentialsRef open-atomic The object with its credentials.
  extensions list Extensions.
    [] object One extension.
      type text Type of the extension.
      providerConfig open Its settings.
      disabled flag Whether it is off.
  hibernation object Whether and when the cluster sleeps.
    enabled flag Whether it shall sleep.
    schedules list When it falls asleep and wakes up.
      [] object One schedule.
        start text Cron expression of falling asleep.
        end text Cron expression of waking up.
        location text The time zone of both, UTC when missing.
  kubernetes* object The version and settings of Kubernetes.
    version text The Kubernetes version; admission completes it where it is partial.
    kubeAPIServer object Settings of the kube-apiserver.
      featureGates flags Feature gates by name.
      admissionPlugins list(name) Admission plugins beside those that Gardener manages.
        [] object One plugin.
          name* text Name of the plugin.
          config open Configuration of the plugin.
          disabled flag Whether the plugin is off.
          kubeconfigSecretName text A Secret with the kubeconfig of the plugin.
      apiAudiences texts Audiences of which tokens must have one.
      auditConfig object Audit settings.
        auditPolicy object The audit policy.
          configMapRef atomic The ConfigMap that holds the policy.
            kind text Kind of the object.
            namespace text Namespace of the object.
            name text Name of the object.
            uid text UID of the object.
            apiVersion text API version of the object.
            resourceVersion text Version of the object.
            fieldPath text Part of the object.
      oidcConfig object Deprecated: settings of an OpenID Connect provider.
        caBundle text Certificates of the issuer.
        clientAuthentication open Deprecated: settings of a client.
        clientID text The client that tokens must be for.
        groupsClaim text The claim with the groups.
        groupsPrefix text What is put before the groups.
        issuerURL text The issuer.
        requiredClaims labels Claims that a token must have.
        signingAlgs texts Allowed signing algorithms.
        usernameClaim text The claim with the user name.
        usernamePrefix text What is put before the user name.
      runtimeConfig flags APIs that are on or off.
      serviceAccountConfig object Settings of ServiceAccount tokens.
        issuer text The issuer that tokens name.
        extendTokenExpiration flag Whether injected tokens live longer.
        maxTokenExpiration duration The longest life of a token.
        acceptedIssuers texts Other issuers whose tokens are accepted.
      watchCacheSizes object Sizes of the watch caches.
        default integer The size of caches that are not named.
        resources list Sizes by resource.
          [] object One cache.
            apiGroup text API group.
            resource text Plural.
            size integer Size.
      requests object Limits of requests in flight.
        maxNonMutatingInflight integer The most reading requests at once.
        maxMutatingInflight integer The most writing requests at once.
      enableAnonymousAuthentication flag Deprecated: whether requests without credentials are served.
      eventTTL duration How long events are kept.
      logging object Log levels.
        verbosity integer The log level.
        httpAccessVerbosity integer Of accesses.
      defaultNotReadyTolerationSeconds long How long pods stay on a node that is not ready.
      defaultUnreachableTolerationSeconds long How long pods stay on a node that is unreachable.
      encryptionConfig object What is encrypted at rest beside Secrets.
        resources texts Resources as plural or plural.group.
        provider object How it is encrypted.
          type text aescbc, aesgcm or secretbox.
      structuredAuthentication object Authentication by a configuration file.
        configMapName text The ConfigMap that holds the configuration.
      structuredAuthorization object Authorization by a configuration file.
        configMapName text The ConfigMap that holds the configuration.
        kubeconfigs list Kubeconfigs of the webhooks.
          [] object One webhook.
            authorizerName text Name of the authorizer.
            secretName text Its Secret.
      autoscaling object How the component is scaled.
        minAllowed quantities The least resources that are requested.
    kubeControllerManager object Settings of the kube-controller-manager.
      featureGates flags Feature gates by name.
      horizontalPodAutoscaler object Settings of the horizontal pod autoscaler.
        cpuInitializationPeriod duration How long a ready pod counts as starting.
        downscaleStabilization duration The window of which the highest recommendation is taken.
        initialReadinessDelay duration How long a pod counts as not yet ready.
        syncPeriod duration How often pods are counted.
        tolerance number The smallest deviation that scales.
      nodeCIDRMaskSize integer The mask size of a node's range; it cannot be changed.
      nodeCIDRMaskSizeIPv6 integer The mask size of a node's IPv6 range.
      podEvictionTimeout duration Deprecated: use the toleration seconds of the kube-apiserver.
      nodeMonitorGracePeriod duration How long a node may be silent before it is unhealthy.
    kubeScheduler object Settings of the kube-scheduler.
      featureGates flags Feature gates by name.
      kubeMaxPDVols text The most volumes on a node.
      profile text balanced or bin-packing.
    kubeProxy object Settings of the kube-proxy.
      featureGates flags Feature gates by name.
      mode text IPTables, IPVS or NFTables.
      enabled flag Whether it is deployed.
    kubelet kubelet
    clusterAutoscaler object Settings of the cluster autoscaler.
      scaleDownDelayAfterAdd duration How long after a scale-up nothing is removed.
      scaleDownDelayAfterDelete duration How long after a removal nothing is removed.
      scaleDownDelayAfterFailure duration How long after a failed removal nothing is removed.
      scaleDownUnneededTime duration How long a node must be unneeded before it is removed.
      scaleDownUtilizationThreshold number The utilisation below which a node may be removed, from 0 to 1.
      scanInterval duration How often the cluster is looked at.
      expander text How the pool to grow is chosen: least-waste, most-pods, priority, random.
      maxNodeProvisionTime duration How long a node may take to come.
      maxGracefulTerminationSeconds integer How long the autoscaler waits for pods to end.
      ignoreTaints texts Deprecated: taints to ignore.
      startupTaints texts Taints of nodes that are about to be ready.
      statusTaints texts Taints that only tell a state.
      newPodScaleUpDelay duration How long new pods are ignored.
      maxEmptyBulkDelete integer Deprecated: how many empty nodes are removed at once.
      maxScaleDownParallelism integer How many nodes are removed at once.
      maxDrainParallelism integer How many nodes are drained at once.
      ignoreDaemonsetsUtilization flag Whether DaemonSets count as utilisation.
      verbosity integer The log level.
      emitPerNodeGroupMetrics flag Whether there are metrics of each pool.
      initialNodeGroupBackoffDuration duration How long a pool is left alone after a failed scale-up.
      maxNodeGroupBackoffDuration duration How long at most, after several.
      nodeGroupBackoffResetTimeout duration After how long failures are forgotten.
      maxBinpackingTime duration How long the simulation of one scale-up may take.
    verticalPodAutoscaler object Settings of the vertical pod autoscaler.
      enabled* flag Whether it is deployed.
      featureGates flags Feature gates by name.
      evictAfterOOMThreshold duration How soon after its start a pod out of memory is evicted.
      evictionRateBurst integer How many pods are evicted at once.
      evictionRateLimit number Evictions a second; 0 or less means no limit.
      evictionTolerance number The fraction of replicas that may be evicted.
      recommendationMarginFraction number The margin that is added to a recommendation.
      updaterInterval duration How often the updater runs.
      recommenderInterval duration How often metrics are read.
      targetCPUPercentile number The percentile of CPU usage that is recommended.
      recommendationLowerBoundCPUPercentile number The percentile of the lower bound of CPU.
      recommendationUpperBoundCPUPercentile number The percentile of the upper bound of CPU.
      targetMemoryPercentile number The percentile of memory usage that is recommended.
      recommendationLowerBoundMemoryPercentile number The percentile of the lower bound of memory.
      recommendationUpperBoundMemoryPercentile number The percentile of the upper bound of memory.
      cpuHistogramDecayHalfLife duration After how long a CPU sample weighs half.
      memoryHistogramDecayHalfLife duration After how long a memory sample weighs half.
      memoryAggregationInterval duration The interval of which the peak of memory is taken.
      memoryAggregationIntervalCount long How many of those intervals are looked at.
      recommenderUpdateWorkerCount long How many recommendations are made at once.
    etcd object Settings of the etcds.
      main object The main etcd.
        autoscaling object How the component is scaled.
          minAllowed quantities The least resources that are requested.
      events object The etcd of events.
        autoscaling object How the component is scaled.
          minAllowed quantities The least resources that are requested.
  networking object The network of the cluster.
    type text The network plugin.
    providerConfig open Settings of the plugin.
    pods text The range of pods.
    nodes text The range of nodes.
    services text The range of services.
    ipFamilies texts IPv4, IPv6 or both.
  maintenance object When and what Gardener maintains by itself.
    autoUpdate object What is updated automatically.
      kubernetesVersion* flag Whether the Kubernetes patch version is.
      machineImageVersion flag Whether machine image versions are.
    timeWindow object The daily window.
      begin* text Its begin, as HHMMSS+ZONE.
      end* text Its end, as HHMMSS+ZONE.
    confineSpecUpdateRollout flag Whether changes of the spec wait for the window.
    autoRotation object What is rotated automatically.
      credentials object Credentials that are.
        observability object Automatic rotation of the observability credentials.
          rotationPeriod duration How long after a rotation the next one starts; 0 means never.
        sshKeypair object Automatic rotation of the SSH key pair.
          rotationPeriod duration How long after a rotation the next one starts; 0 means never.
        etcdEncryptionKey object Automatic rotation of the etcd encryption key.
          rotationPeriod duration How long after a rotation the next one starts; 0 means never.
  monitoring object Monitoring.
    alerting object Who is told.
      emailReceivers texts Mail addresses.
  provider* object The infrastructure.
    type* text Type of the provider; it cannot be changed.
    controlPlaneConfig open Settings of the provider for the control plane.
    infrastructureConfig open Settings of the provider for the infrastructure.
    workers list(name) The worker pools.
      [] object One worker pool.
        name* text Name of the worker pool.
        machine* object Type and image of the machines.
          type* text The machine type.
          architecture text The CPU architecture, amd64 when missing.
          image object The machine image; the CloudProfile's first one when missing.
            name* text Name of the image.
            version text Version of the image; the latest one when missing.
            providerConfig open Settings of the provider.
        minimum* integer The least machines.
        maximum* integer The most machines.
        maxSurge int-or-text How many machines may be added during an update.
        maxUnavailable int-or-text How many machines may be missing during an update.
        annotations labels Annotations of the nodes.
        labels labels Labels of the nodes.
        taints list Taints of the nodes.
          [] object A taint of the nodes.
            key* text Key of the taint.
            value text Value of the taint.
            effect* text NoSchedule, PreferNoSchedule or NoExecute.
            timeAdded time When it was added.
        caBundle text Certificates that are installed on the machines.
        cri object The container runtime interface.
          name* text containerd.
          containerRuntimes list Additional container runtimes.
            [] object One runtime.
              type* text Type of the runtime.
              providerConfig open Its settings.
        kubernetes object Settings of Kubernetes for this pool.
          version text The kubelet's version; the control plane's when missing.
          kubelet kubelet
        volume object The root volume.
          name text Name of the volume.
          type text Type of the volume.
          size* text Size of the volume.
          encrypted flag Whether it is encrypted.
        dataVolumes list Additional volumes.
          [] object One volume.
            name* text Name of the volume.
            type text Type of the volume.
            size* text Size of the volume.
            encrypted flag Whether it is encrypted.
        kubeletDataVolumeName text The data volume that holds the kubelet's state.
        zones texts Availability zones.
        systemComponents object Whether system components may run here.
          allow* flag Whether they may.
        machineControllerManager object How machine-controller-manager treats the machines.
          machineDrainTimeout duration After how long a drain ends by force.
          machineHealthTimeout duration After how long an unhealthy machine has failed.
          machineCreationTimeout duration After how long a machine that does not come has failed.
          maxEvictRetries integer How often an eviction is tried.
          nodeConditions texts Conditions that make a machine unhealthy.
          inPlaceUpdateTimeout duration After how long an in-place update has failed.
          disableHealthTimeout flag Whether machines never fail for their health.
        sysctls labels Kernel settings.
        clusterAutoscaler object Settings of the cluster autoscaler for this pool.
          scaleDownUtilizationThreshold number The utilisation below which a node may be removed.
          scaleDownGpuUtilizationThreshold number The same for GPUs.
          scaleDownUnneededTime duration How long a node must be unneeded.
          scaleDownUnreadyTime duration How long an unready node must be unneeded.
          maxNodeProvisionTime duration How long a node may take to come.
        priority integer The priority by which the pool is scaled.
        updateStrategy text AutoRollingUpdate, AutoInPlaceUpdate or ManualInPlaceUpdate.
        providerConfig open Settings of the provider.
        controlPlane open Whether the control plane runs in this pool.
    workersSettings object Settings of all worker pools.
      sshAccess object SSH access to the nodes.
        enabled* flag Whether it is possible.
  purpose text evaluation, testing, development, production or infrastructure.
  region* text The region; it cannot be changed.
  seedName text The Seed that runs the control plane.
  seedSelector open Which Seeds may run the control plane.
  resources list Objects that extensions refer to by name.
    [] object One reference.
      name text Name of the reference.
      resourceRef open The object.
  tolerations list(key) Taints of Seeds that are tolerated.
    [] object One toleration.
      key text Key.
      value text Value.
  exposureClassName text The ExposureClass; it cannot be changed.
  systemComponents object Settings of system components.
    coreDNS object CoreDNS.
      autoscaling object How it is scaled.
        mode text horizontal or cluster-proportional.
      rewriting object How wrong queries are rewritten.
        commonSuffixes texts Suffixes of full names.
    nodeLocalDNS object The DNS cache on each node.
      enabled flag Whether it is deployed.
      forceTCPToClusterDNS flag Whether it asks CoreDNS by TCP.
      forceTCPToUpstreamDNS flag Whether it asks the infrastructure by TCP.
      disableForwardToUpstreamDNS flag Whether external names go through CoreDNS.
  controlPlane object Settings of the control plane.
    highAvailability object High availability.
      failureTolerance object What may fail.
        type* text node or zone.
    zones texts The zones of the Seed to which the control plane is pinned.
  schedulerName text The scheduler that chooses the Seed.
  accessRestrictions list Access restrictions.
    [] object One restriction.
      name* text Name of the restriction.
      options labels Its options.
`,
  kubelet,
);
