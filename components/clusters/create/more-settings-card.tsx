import { useLandscapeConfiguration } from "#components/data/landscape/landscape-configuration-query.ts";
import { OperatorText } from "#components/data/landscape/operator-text.tsx";
import { Card } from "#components/ui/card.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { SelectField } from "#components/ui/form/field.tsx";
import type { NewClusterChoices } from "#lib/contract/new-cluster.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { noRestrictionText } from "#lib/landscape-configuration/restriction-options.ts";
import { text } from "#lib/language/text.ts";
import { RestrictionChoices, restrictionTitle } from "./access-restrictions/restriction-choices.tsx";
import { AutoscalingSettings } from "./autoscaling-settings.tsx";
import { DnsSettings } from "./dns-settings.tsx";
import type { DraftFields } from "./draft-fields.ts";
import { FoldedSetting, SettingGroup } from "./folded-setting.tsx";
import { KubeletSetting } from "./kubelet-setting.tsx";
import { optionsWith } from "./options-with.ts";
import { OwnMetadataSettings } from "./own-metadata-settings.tsx";
import { SchedulingSettings } from "./scheduling-settings.tsx";
import { SecuritySettings } from "./security-settings.tsx";
import { ChoiceSetting, TextSetting } from "./setting-fields.tsx";

interface MoreSettingsProps {
  readonly fields: DraftFields;
  readonly choices: NewClusterChoices;
}

/** Card for settings that most clusters leave at their defaults. Each is folded and says its value in one line. */
export function MoreSettingsCard({ fields, choices }: MoreSettingsProps) {
  const { existing } = fields;
  const hasWorkers = fields.pools.length > 0;
  return (
    <Card id="more" title={text("More settings")}>
      <div className="flex flex-col gap-4">
        <SettingGroup title={text("Network")}>
          {hasWorkers && <Networking {...{ fields, choices, isFixed: existing !== undefined }} />}
          <DnsSettings fields={fields} choices={choices} />
        </SettingGroup>
        <SettingGroup title={text("Control plane")}>
          <HighAvailability fields={fields} isFixed={stringAt(existing, ...failureTolerance) !== undefined} />
          {choices.exposureClasses.length > 0 && (
            <ExposureClass {...{ fields, choices, isFixed: existing !== undefined }} />
          )}
          <SchedulingSettings fields={fields} choices={choices} />
        </SettingGroup>
        <SettingGroup title={text("Security")}>
          <AccessRestrictions fields={fields} />
          <SecuritySettings fields={fields} choices={choices} />
        </SettingGroup>
        <SettingGroup title={text("Additions")}>
          {hasWorkers && <Addons fields={fields} />}
          <Extensions fields={fields} choices={choices} />
        </SettingGroup>
        {hasWorkers && (
          <SettingGroup title={text("Nodes")}>
            <KubeletSetting
              fields={fields}
              path={["spec", "kubernetes", "kubelet"]}
              unset={text("Defaults of Gardener")}
            />
            <KubeProxy {...fields} />
            <AutoscalingSettings fields={fields} />
          </SettingGroup>
        )}
        <SettingGroup title={text("Labels and annotations")}>
          <OwnMetadataSettings fields={fields} />
        </SettingGroup>
      </div>
      <p className="mt-3 text-sm text-pretty text-tertiary">
        {text(
          "Everything else stands in the YAML: feature gates, admission plugins, providerConfig of extensions and more.",
        )}
      </p>
    </Card>
  );
}

const failureTolerance = ["spec", "controlPlane", "highAvailability", "failureTolerance", "type"] as const;

type SettingProps = MoreSettingsProps & { readonly isFixed: boolean };

function Networking({ fields, choices, isFixed }: SettingProps) {
  const { shoot, set, errorAt } = fields;
  const networking = ["spec", "networking"] as const;
  const textAt = (field: string) => stringAt(shoot, ...networking, field) ?? "";
  const type = textAt("type");
  const types = (choices.extensionTypes?.Network ?? []).map((each) => [each, each] as const);
  const ranges = [
    ["nodes", text("Nodes")],
    ["pods", text("Pods")],
    ["services", text("Services")],
  ] as const;
  return (
    <FoldedSetting
      title={text("Networking")}
      summary={[type, textAt("nodes"), textAt("pods"), textAt("services")].filter((each) => each !== "").join(", ")}
      error={errorAt(...networking)}
      isFixed={isFixed}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label={text("Network plug-in")}
          value={type}
          options={optionsWith(type, types)}
          error={errorAt(...networking, "type")}
          onText={(value) => set([...networking, "type"], value)}
        />
        {ranges.map(([field, label]) => (
          <TextSetting
            key={field}
            fields={fields}
            label={text("Range of {what}", { what: label })}
            path={[...networking, field]}
          />
        ))}
      </div>
    </FoldedSetting>
  );
}

function HighAvailability({ fields: { shoot, set, errorAt }, isFixed }: Pick<SettingProps, "fields" | "isFixed">) {
  const value = stringAt(shoot, ...failureTolerance) ?? "";
  const help = useLandscapeConfiguration().shootDefaults?.controlPlaneHighAvailabilityHelp?.text;
  const labels: Readonly<Record<string, string>> = {
    "": text("None"),
    node: text("Tolerates the failure of a node"),
    zone: text("Tolerates the failure of a zone"),
  };
  return (
    <FoldedSetting
      title={text("High availability")}
      summary={labels[value] ?? value}
      error={errorAt("spec", "controlPlane")}
      isFixed={isFixed}
    >
      <div className="max-w-96">
        <SelectField
          label={text("Control plane")}
          value={value}
          options={optionsWith(value, Object.entries(labels))}
          hint={text("Once the cluster has a Seed, the type cannot be changed or removed.")}
          onText={(chosen) => set(failureTolerance, chosen === "" ? undefined : chosen)}
        />
      </div>
      {help !== undefined && (
        <div className="text-sm text-pretty text-secondary">
          <OperatorText text={help} />
        </div>
      )}
    </FoldedSetting>
  );
}

/** Access restrictions that the region offers. Where it offers none, the operator can have a text for that. */
function AccessRestrictions({ fields: { shoot, profile, set, errorAt } }: Pick<MoreSettingsProps, "fields">) {
  const landscape = useLandscapeConfiguration();
  const region = profile?.regions.find(({ name }) => name === stringAt(shoot, "spec", "region"));
  const held = listAt(shoot, "spec", "accessRestrictions").filter(isRecord);
  const chosen = held.flatMap((each) => stringAt(each, "name") ?? []);
  const offered = [...new Set([...(region?.accessRestrictions ?? []), ...chosen])];
  const { name: cloudProfileName = "", kind: cloudProfileKind = "" } = profile ?? {};
  const none = region && noRestrictionText(landscape, { region: region.name, cloudProfileName, cloudProfileKind });
  if (offered.length === 0 && none === undefined) return null;
  return (
    <FoldedSetting
      title={text("Access restrictions")}
      summary={chosen.length === 0 ? text("None") : chosen.map((name) => restrictionTitle(landscape, name)).join(", ")}
      error={errorAt("spec", "accessRestrictions")}
    >
      {offered.length === 0 && none !== undefined && (
        <div className="text-sm text-pretty text-secondary">
          <OperatorText text={none} />
        </div>
      )}
      <RestrictionChoices
        landscape={landscape}
        offered={offered}
        held={held}
        onChange={(next) => set(["spec", "accessRestrictions"], next.length === 0 ? undefined : next)}
      />
    </FoldedSetting>
  );
}

function Addons({ fields: { shoot, set, errorAt } }: Pick<MoreSettingsProps, "fields">) {
  const isOn = (name: string) => fieldAt(shoot, "spec", "addons", name, "enabled") === true;
  const addons = [
    ["kubernetesDashboard", text("Kubernetes Dashboard")],
    ["nginxIngress", text("NGINX Ingress")],
  ] as const;
  const on = addons.filter(([name]) => isOn(name)).map(([, label]) => label);
  return (
    <FoldedSetting
      title={text("Add-ons")}
      summary={on.length === 0 ? text("None") : on.join(", ")}
      error={errorAt("spec", "addons")}
    >
      <p className="text-sm text-secondary">
        {text("Only for the purpose evaluation, and only before Kubernetes 1.35.")}
      </p>
      {addons.map(([name, label]) => (
        <CheckField
          key={name}
          label={label}
          checked={isOn(name)}
          onChange={(enabled) => {
            const others = addons.some(([other]) => other !== name && isOn(other));
            if (enabled || others) set(["spec", "addons", name], { enabled });
            else set(["spec", "addons"], undefined);
          }}
        />
      ))}
    </FoldedSetting>
  );
}

function ExposureClass({ fields: { shoot, set, errorAt }, choices, isFixed }: SettingProps) {
  const path = ["spec", "exposureClassName"] as const;
  const value = stringAt(shoot, "spec", "exposureClassName") ?? "";
  const options = [["", text("None")], ...choices.exposureClasses.map((each) => [each, each])] as const;
  return (
    <FoldedSetting
      title={text("Exposure class")}
      summary={value === "" ? text("None") : value}
      error={errorAt("spec", "exposureClassName")}
      isFixed={isFixed}
    >
      <div className="max-w-72">
        <SelectField
          label={text("Exposure class")}
          value={value}
          options={optionsWith(
            value,
            options.map(([key = "", label = ""]) => [key, label] as const),
          )}
          onText={(chosen) => set(path, chosen === "" ? undefined : chosen)}
        />
      </div>
    </FoldedSetting>
  );
}

function Extensions({ fields: { shoot, set, errorAt }, choices }: MoreSettingsProps) {
  const held = listAt(shoot, "spec", "extensions").filter(isRecord);
  const chosen = held.flatMap((each) => stringAt(each, "type") ?? []);
  const offered = [...new Set([...(choices.extensionTypes?.Extension ?? []), ...chosen])].toSorted();
  if (offered.length === 0) return null;
  return (
    <FoldedSetting
      title={text("Extensions")}
      summary={chosen.length === 0 ? text("None besides those that the landscape adds") : chosen.join(", ")}
      error={errorAt("spec", "extensions")}
    >
      {offered.map((type) => (
        <CheckField
          key={type}
          label={type}
          checked={chosen.includes(type)}
          onChange={(isOn) => {
            const next = isOn ? [...held, { type }] : held.filter((each) => stringAt(each, "type") !== type);
            set(["spec", "extensions"], next.length === 0 ? undefined : next);
          }}
        />
      ))}
    </FoldedSetting>
  );
}

const proxyModes = ["IPTables", "IPVS", "NFTables"].map((mode) => [mode, mode] as const);

function KubeProxy(fields: DraftFields) {
  const path = ["spec", "kubernetes", "kubeProxy"] as const;
  const mode = stringAt(fields.shoot, ...path, "mode");
  const isOff = fieldAt(fields.shoot, ...path, "enabled") === false;
  return (
    <FoldedSetting
      title="kube-proxy"
      summary={isOff ? text("Off") : (mode ?? text("Default"))}
      error={fields.errorAt(...path)}
    >
      <div className="max-w-72">
        <ChoiceSetting
          fields={fields}
          label={text("Mode")}
          path={[...path, "mode"]}
          options={[["", text("Default")], ...proxyModes]}
        />
      </div>
    </FoldedSetting>
  );
}
