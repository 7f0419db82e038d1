import type { ReactNode } from "react";
import { Card } from "#components/ui/card.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { SelectField, TextField, verbatimInputProps } from "#components/ui/form/field.tsx";
import type { NewClusterChoices } from "#lib/contract/new-cluster.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";
import type { DraftFields } from "./draft-fields.ts";
import { optionsWith } from "./options-with.ts";

interface MoreSettingsProps {
  readonly fields: DraftFields;
  readonly choices: NewClusterChoices;
  /** The settings of the existing cluster, some of which can never change; undefined for a new cluster. */
  readonly existing?: JsonObject;
}

/** Card for settings that most clusters leave at their defaults. Each is folded and says its value in one line. */
export function MoreSettingsCard({ fields, choices, existing }: MoreSettingsProps) {
  const hasWorkers = fields.pools.length > 0;
  return (
    <Card id="more" title={text("More settings")}>
      <div className="flex flex-col divide-y divide-hairline">
        {hasWorkers && <Networking {...{ fields, choices, isFixed: existing !== undefined }} />}
        <HighAvailability fields={fields} isFixed={stringAt(existing, ...failureTolerance) !== undefined} />
        <Domain fields={fields} isFixed={stringAt(existing, ...domainPath) !== undefined} />
        <AccessRestrictions fields={fields} />
        {hasWorkers && <Addons fields={fields} />}
        {choices.exposureClasses.length > 0 && (
          <ExposureClass {...{ fields, choices, isFixed: existing !== undefined }} />
        )}
        <Extensions fields={fields} choices={choices} />
      </div>
      <p className="mt-3 text-sm text-pretty text-tertiary">
        {text("All other settings stand in the YAML: taints, kubelet, API server, labels and more.")}
      </p>
    </Card>
  );
}

const failureTolerance = ["spec", "controlPlane", "highAvailability", "failureTolerance", "type"] as const;
const domainPath = ["spec", "dns", "domain"] as const;

type SettingProps = MoreSettingsProps & { readonly isFixed: boolean };

interface FoldedProps {
  readonly title: string;
  /** The present value, in a few words. */
  readonly summary: string;
  readonly error: string | undefined;
  /** Whether the value can never change, so that nothing is offered. */
  readonly isFixed?: boolean;
  readonly children: ReactNode;
}

function Folded({ title, summary, error, isFixed = false, children }: FoldedProps) {
  return (
    <details className="py-2 first:pt-0 last:pb-0">
      <summary className="cursor-pointer rounded-tag text-base">
        <span className="font-medium">{title}</span> <span className="text-secondary">{summary}</span>
        {error !== undefined && <span className="block text-sm text-pretty text-negative-text">{error}</span>}
      </summary>
      <div className="mt-2 flex flex-col gap-3">
        {isFixed ? <p className="text-sm text-secondary">{text("This can never change.")}</p> : children}
      </div>
    </details>
  );
}

function Networking({ fields: { shoot, set, errorAt }, choices, isFixed }: SettingProps) {
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
    <Folded
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
          <TextField
            {...verbatimInputProps}
            key={field}
            label={text("Range of {what}", { what: label })}
            value={textAt(field)}
            error={errorAt(...networking, field)}
            onText={(value) => set([...networking, field], value === "" ? undefined : value)}
          />
        ))}
      </div>
    </Folded>
  );
}

function HighAvailability({ fields: { shoot, set, errorAt }, isFixed }: Pick<SettingProps, "fields" | "isFixed">) {
  const value = stringAt(shoot, ...failureTolerance) ?? "";
  const labels: Readonly<Record<string, string>> = {
    "": text("None"),
    node: text("Tolerates the failure of a node"),
    zone: text("Tolerates the failure of a zone"),
  };
  return (
    <Folded
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
          onText={(chosen) => {
            if (chosen === "") set(["spec", "controlPlane"], undefined);
            else set(["spec", "controlPlane", "highAvailability"], { failureTolerance: { type: chosen } });
          }}
        />
      </div>
    </Folded>
  );
}

function Domain({ fields: { shoot, set, errorAt }, isFixed }: Pick<SettingProps, "fields" | "isFixed">) {
  const domain = stringAt(shoot, "spec", "dns", "domain") ?? "";
  return (
    <Folded
      title={text("Domain")}
      summary={domain === "" ? text("Gardener assigns one.") : domain}
      error={errorAt("spec", "dns")}
      isFixed={isFixed}
    >
      <TextField
        {...verbatimInputProps}
        label={text("Domain of your own")}
        value={domain}
        hint={text("Needs a primary DNS provider, which stands in the YAML under spec.dns.providers.")}
        onText={(value) => {
          const isDropped = value === "" && fieldAt(shoot, "spec", "dns", "providers") === undefined;
          if (isDropped) set(["spec", "dns"], undefined);
          else set(["spec", "dns", "domain"], value === "" ? undefined : value);
        }}
      />
    </Folded>
  );
}

function AccessRestrictions({ fields: { shoot, profile, set, errorAt } }: Pick<MoreSettingsProps, "fields">) {
  const region = profile?.regions.find(({ name }) => name === stringAt(shoot, "spec", "region"));
  const held = listAt(shoot, "spec", "accessRestrictions").filter(isRecord);
  const chosen = held.flatMap((each) => stringAt(each, "name") ?? []);
  const offered = [...new Set([...(region?.accessRestrictions ?? []), ...chosen])];
  if (offered.length === 0) return null;
  return (
    <Folded
      title={text("Access restrictions")}
      summary={chosen.length === 0 ? text("None") : chosen.join(", ")}
      error={errorAt("spec", "accessRestrictions")}
    >
      {offered.map((name) => (
        <CheckField
          key={name}
          label={name}
          checked={chosen.includes(name)}
          onChange={(isOn) => {
            const next = isOn ? [...held, { name }] : held.filter((each) => stringAt(each, "name") !== name);
            set(["spec", "accessRestrictions"], next.length === 0 ? undefined : next);
          }}
        />
      ))}
    </Folded>
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
    <Folded
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
    </Folded>
  );
}

function ExposureClass({ fields: { shoot, set, errorAt }, choices, isFixed }: SettingProps) {
  const path = ["spec", "exposureClassName"] as const;
  const value = stringAt(shoot, "spec", "exposureClassName") ?? "";
  const options = [["", text("None")], ...choices.exposureClasses.map((each) => [each, each])] as const;
  return (
    <Folded
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
    </Folded>
  );
}

function Extensions({ fields: { shoot, set, errorAt }, choices }: MoreSettingsProps) {
  const held = listAt(shoot, "spec", "extensions").filter(isRecord);
  const chosen = held.flatMap((each) => stringAt(each, "type") ?? []);
  const offered = [...new Set([...(choices.extensionTypes?.Extension ?? []), ...chosen])].toSorted();
  if (offered.length === 0) return null;
  return (
    <Folded
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
    </Folded>
  );
}
