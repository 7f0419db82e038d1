import { SelectField } from "#components/ui/form/field.tsx";
import type { DraftPath } from "#lib/create/draft-document.ts";
import { providerChoicesOf } from "#lib/create/provider-blocks.ts";
import { stringAt } from "#lib/kube/field.ts";
import { text } from "#lib/language/text.ts";
import type { DraftFields } from "./draft-fields.ts";
import { optionsWith } from "./options-with.ts";
import { NamesSetting, TextSetting } from "./setting-fields.tsx";

const infrastructure = ["spec", "provider", "infrastructureConfig"] as const;
const controlPlane = ["spec", "provider", "controlPlaneConfig"] as const;

/** Form fields that only some infrastructures need and that have no default: OpenStack and metal. */
export function ProviderFields({ fields }: { readonly fields: DraftFields }) {
  switch (fields.profile?.type) {
    case "openstack":
      return (
        <>
          <ProviderSelect
            {...{ fields, label: text("Floating pool"), path: [...infrastructure, "floatingPoolName"] }}
            choices="floatingPools"
          />
          <ProviderSelect
            {...{ fields, label: text("Load balancer provider"), path: [...controlPlane, "loadBalancerProvider"] }}
            choices="loadBalancerProviders"
          />
        </>
      );
    case "metal":
      return <MetalFields fields={fields} />;
    default:
      return null;
  }
}

const tenant = "cluster.metal-stack.io/tenant";

function MetalFields({ fields }: { readonly fields: DraftFields }) {
  return (
    <>
      <TextSetting {...{ fields, label: text("Tenant"), path: ["metadata", "annotations", tenant] }} />
      <TextSetting {...{ fields, label: text("metal-stack project"), path: [...infrastructure, "projectID"] }} />
      <ProviderSelect
        {...{ fields, label: text("Firewall image"), path: [...infrastructure, "firewall", "image"] }}
        choices="firewallImages"
      />
      <ProviderSelect
        {...{ fields, label: text("Firewall size"), path: [...infrastructure, "firewall", "size"] }}
        choices="firewallSizes"
      />
      <NamesSetting
        fields={fields}
        label={text("Firewall networks")}
        path={[...infrastructure, "firewall", "networks"]}
        hint={text("Names, separated by spaces")}
      />
    </>
  );
}

interface ProviderFieldProps {
  readonly fields: DraftFields;
  readonly label: string;
  readonly path: DraftPath;
}

/** Select of names that the profile offers; a text field where it offers none. */
function ProviderSelect({ choices, ...field }: ProviderFieldProps & { readonly choices: string }) {
  const { shoot, profile, set, errorAt } = field.fields;
  const region = stringAt(shoot, "spec", "region") ?? "";
  const names = profile === undefined ? [] : providerChoicesOf(profile, choices, region);
  const value = stringAt(shoot, ...field.path) ?? "";
  // A name with a wildcard stands for names that are not listed, so the user types one of them.
  const isOpen = names.length === 0 || names.some((each) => each.includes("*"));
  if (isOpen) return <TextSetting {...field} />;
  return (
    <SelectField
      label={field.label}
      value={value}
      options={optionsWith(
        value,
        names.map((each) => [each, each] as const),
      )}
      error={errorAt(...field.path)}
      onText={(chosen) => set(field.path, chosen)}
    />
  );
}
