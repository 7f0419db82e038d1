import { useLandscapeConfiguration } from "#components/data/landscape/landscape-configuration-query.ts";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { TextField, verbatimInputProps } from "#components/ui/form/field.tsx";
import type { NewClusterChoices } from "#lib/contract/new-cluster.ts";
import type { DraftPath } from "#lib/create/draft-document.ts";
import { editsForDnsCredentials } from "#lib/create/setting-edits.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { offeredVendors, vendorName } from "#lib/landscape-configuration/vendor-texts.ts";
import { text } from "#lib/language/text.ts";
import type { DraftFields } from "./draft-fields.ts";
import { FoldedSetting, summarizeItems } from "./folded-setting.tsx";
import { ChoiceSetting, TextSetting } from "./setting-fields.tsx";
import { SettingRows } from "./setting-rows.tsx";
import { useKnownFields } from "./use-known-fields.ts";

interface DnsSettingsProps {
  readonly fields: DraftFields;
  readonly choices: NewClusterChoices;
}

const providersPath = ["spec", "dns", "providers"] as const;

/** Domain of a cluster and the DNS providers that serve it. */
export function DnsSettings({ fields, choices }: DnsSettingsProps) {
  const { shoot, existing, set, errorAt } = fields;
  const domain = stringAt(shoot, "spec", "dns", "domain") ?? "";
  const isFixed = stringAt(existing, "spec", "dns", "domain") !== undefined;
  const providers = listAt(shoot, ...providersPath);
  const types = providers.map((provider) => stringAt(provider, "type") ?? "");
  const fixed = isFixed ? fixedPrimary(fields) : undefined;
  const summary = [...(domain === "" ? [] : [domain]), ...types];
  const offered = choices.extensionTypes?.DNSRecord ?? [];
  const infrastructure = stringAt(shoot, "spec", "provider", "type") ?? "";
  const proposed = offered.find((each) => each.startsWith(infrastructure)) ?? offered[0] ?? "";
  return (
    <FoldedSetting
      title={text("Domain")}
      summary={summary.length === 0 ? text("Gardener assigns one.") : summarizeItems(summary)}
      error={errorAt("spec", "dns")}
    >
      {isFixed ? (
        <p className="text-sm text-pretty text-secondary">{text("The domain can never change.")}</p>
      ) : (
        <TextSetting
          fields={fields}
          label={text("Domain of your own")}
          path={["spec", "dns", "domain"]}
          hint={text("Needs a primary DNS provider. Neither can change later.")}
        />
      )}
      <SettingRows
        legend={text("DNS providers")}
        columns="grid-cols-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
        addLabel={text("Add a DNS provider")}
        onAdd={() =>
          set([...providersPath, providers.length], {
            type: proposed,
            ...(providers.length === 0 && { primary: true }),
          })
        }
        removeLabel={(index) => text("Remove DNS provider {name}", { name: types[index] ?? "" })}
        onRemove={(index) => set([...providersPath, index], undefined)}
        isFixed={(index) => index === fixed}
        rows={providers.map((_provider, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a provider has no name.
          <ProviderFields key={index} {...{ fields, choices, index }} isFixed={index === fixed} />
        ))}
      />
    </FoldedSetting>
  );
}

/** Index of the primary provider of a cluster that has a Seed: it can neither go nor get another type. */
function fixedPrimary({ shoot, existing }: DraftFields): number | undefined {
  const isPrimary = (provider: unknown) => fieldAt(provider, "primary") === true;
  if (stringAt(existing, "spec", "seedName") === undefined) return undefined;
  if (!listAt(existing, ...providersPath).some(isPrimary)) return undefined;
  return listAt(shoot, ...providersPath).findIndex(isPrimary);
}

interface ProviderFieldsProps extends DnsSettingsProps {
  readonly index: number;
  /** Whether type and rank of the provider can never change. */
  readonly isFixed: boolean;
}

const unmanaged = "unmanaged";

function ProviderFields({ fields, choices, index, isFixed }: ProviderFieldsProps) {
  const { shoot, set, edit, errorAt } = fields;
  const landscape = useLandscapeConfiguration();
  const at: DraftPath = [...providersPath, index];
  const knows = useKnownFields();
  const type = stringAt(shoot, ...at, "type") ?? "";
  const types = [...(choices.extensionTypes?.DNSRecord ?? []), unmanaged];
  const kind = stringAt(shoot, ...at, "credentialsRef", "kind") ?? "Secret";
  const name = stringAt(shoot, ...at, "credentialsRef", "name") ?? stringAt(shoot, ...at, "secretName") ?? "";
  const knowsReference = knows("dns", "providers", 0, "credentialsRef");
  return (
    <>
      {isFixed ? (
        <div className="min-w-0">
          <p className="text-sm font-medium">{text("Type")}</p>
          <p className="mt-1 leading-8">{type}</p>
          <p className="text-sm text-pretty text-tertiary">{text("This can never change.")}</p>
        </div>
      ) : (
        <ChoiceSetting
          fields={fields}
          label={text("Type")}
          quiet={index > 0}
          path={[...at, "type"]}
          options={offeredVendors(landscape, "dnsVendors", { items: types, nameOf: (each) => each }).map(
            (each) => [each, vendorName(landscape, "dnsVendors", each)] as const,
          )}
        />
      )}
      {type === unmanaged && name === "" ? (
        <span className="max-sm:hidden" />
      ) : (
        <TextField
          {...verbatimInputProps}
          label={text("Credentials ({kind})", { kind })}
          quiet={index > 0}
          value={name}
          error={errorAt(...at, "credentialsRef") ?? errorAt(...at, "secretName")}
          onText={(typed) => edit(...editsForDnsCredentials(shoot, at, { name: typed, knowsReference }))}
        />
      )}
      {!isFixed && (
        <CheckField
          className={index > 0 ? "sm:h-8" : "sm:mt-6 sm:h-8"}
          label={text("Primary")}
          checked={fieldAt(shoot, ...at, "primary") === true}
          onChange={(isOn) => set([...at, "primary"], isOn ? true : undefined)}
        />
      )}
    </>
  );
}
