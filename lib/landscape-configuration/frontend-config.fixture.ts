/** A document with every key that Almanac uses, in the form of Gardener's dashboard. */
export const completeFrontendConfig = `accessRestriction:
  noItemsText: No restriction for region \${region} of \${cloudProfileName}
  items:
  - key: eu-access-only
    display:
      title: EU access only
      description: Only people in the EU get at the cluster
    input:
      title: EU access
      description: |
        Our support works from the EU. See the [terms](https://support.example.com/eu).
    options:
    - key: support.gardener.cloud/eu-access-for-cluster-addons
      display:
        visibleIf: true
        title: No personal data in names
      input:
        title: No personal data in names of resources
        description: Without it, only third-level support looks at add-ons.
        inverted: false
    - key: support.gardener.cloud/eu-access-for-cluster-nodes
      display:
        visibleIf: false
        title: Personal data on nodes
      input:
        title: No personal data in volumes
        inverted: true
alert:
  type: warning
  message: Maintenance of the landscape on Sunday, see [status](https://status.example.com).
  identifier: sunday
branding:
  productName: Nucleus
  teaserTemplate: <div>Nucleus</div>
  infraVendors:
  - name: aws
    displayName: Amazon Cloud
    weight: 900
    icon: data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA4IDgiPjxwYXRoIGQ9Ik0wIDBoOHY4SDB6IiBmaWxsPSIjZTg4MzA3Ii8+PC9zdmc+
  - name: gcp
    hidden: true
  dnsVendors:
  - name: aws-route53
    displayName: Amazon's DNS
    icon: route53.svg
  machineImageVendors:
  - name: gardenlinux
    displayName: Garden Linux of Nucleus
costObjects:
- type: CO
  title: Cost center
  description: The control planes are charged to it.
  regex: ^([0-9]{9,10})?$
  errorMessage: Must be nine or ten digits
- type: PSP
  title: PSP element
  regex: ^P-[A-Z]+$
externalTools:
- title: Logs of the cluster
  icon: mdi-text
  url: https://logs.example.com/{namespace}/{name}
helpMenuItems:
- title: Support channel
  icon: mdi-slack
  url: https://chat.example.com/support
knownConditions:
  NucleusReady:
    name: Nucleus add-on
    shortName: NA
    description: The add-on of Nucleus does not run.
    sortOrder: "99"
resourceQuotaHelp:
  text: Ask for more at [the service desk](https://desk.example.com).
seedCandidateDeterminationStrategy: MinimalDistance
serviceAccountDefaultTokenExpiration: 7200000
shootAdminKubeconfig:
  enabled: true
  maxExpirationSeconds: 3600
shootDefaults:
  nodesCIDR: 10.180.0.0/16
  purposes: [evaluation, production]
  workerlessCluster: false
  networkingType: cilium
  floatingPool: public
  loadBalancerProvider: octavia
  controlPlaneHighAvailability: true
  controlPlaneHighAvailabilityHelp:
    text: Two control planes cost twice as much.
  containerRuntime: containerd
  autoscalerMin: 2
  autoscalerMax: 4
  maxSurge: 2
  zonesSelectAll: true
  maintenanceHours: ["03"]
  maintenanceWindowSizeMinutes: 120
  autoUpdateOS: false
  autoUpdateKubernetes: true
  hibernationSchedule:
    evaluation:
    - start: 00 17 * * 1,2,3,4,5
    production: ~
sla:
  title: Service level
  description: '<p>See the <a href="https://example.com/sla" target="_blank">agreement</a></p>'
ticket:
  gitHubRepoUrl: https://github.example.com/nucleus/tickets
  newTicketLabels: [from-dashboard]
  issueDescription: The cluster \${shootName} of \${projectName}
vendorHints:
- matchNames: [gardenlinux]
  message: Free to use for evaluation only
  severity: warning
themes:
  light: { primary: "#0b8062" }
`;
