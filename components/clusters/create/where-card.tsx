import { useTimeZone } from "#components/data/address/use-clock.ts";
import { useLandscapeConfiguration } from "#components/data/landscape/landscape-configuration-query.ts";
import { VendorIcon } from "#components/data/landscape/vendor-icon.tsx";
import { Card } from "#components/ui/card.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { SelectField, TextField, verbatimInputProps } from "#components/ui/form/field.tsx";
import type { LandscapeConfiguration } from "#lib/contract/landscape-configuration/landscape-configuration.ts";
import type { ClusterProfile, NewClusterChoices } from "#lib/contract/new-cluster.ts";
import { editsForProfile, editsForRegion, editsForWorkerless } from "#lib/create/draft-edits.ts";
import { schedulesForPurpose } from "#lib/create/operator-defaults/purpose-schedule.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { isSameJson } from "#lib/kube/same-value.ts";
import { describeLackingSeeds } from "#lib/landscape-configuration/region-seeds.ts";
import { offeredVendors, vendorName } from "#lib/landscape-configuration/vendor-texts.ts";
import { text } from "#lib/language/text.ts";
import type { DraftFields } from "./draft-fields.ts";
import { optionsWith } from "./options-with.ts";
import { ProviderFields } from "./provider-fields.tsx";
import { purposes } from "./purposes.ts";

interface WhereCardProps {
  readonly fields: DraftFields;
  readonly choices: NewClusterChoices;
}

/** Card for the name, the infrastructure, the account, the region and the purpose of a new cluster. */
export function WhereCard({ fields, choices }: WhereCardProps) {
  const { shoot, profile, set, edit, errorAt } = fields;
  const landscape = useLandscapeConfiguration();
  const timeZone = useTimeZone();
  const defaults = choices.operatorDefaults ?? {};
  const offeredPurposes = defaults.purposes?.map((each) => [each, each] as const) ?? purposes;
  const name = stringAt(shoot, "metadata", "name") ?? "";
  const purpose = stringAt(shoot, "spec", "purpose") ?? "";
  const hasWorkers = fields.pools.length > 0;
  return (
    <Card id="where" title={text("Where")}>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          {...verbatimInputProps}
          label={text("Name")}
          value={name}
          maxLength={choices.maxNameLength}
          // The name is the only field without a proposal.
          autoFocus
          required
          error={name === "" ? undefined : errorAt("metadata", "name")}
          hint={text("Small letters, digits and hyphens, at most {count}", { count: choices.maxNameLength })}
          onText={(value) => set(["metadata", "name"], value)}
        />
        <SelectField
          label={text("Purpose")}
          value={purpose}
          options={optionsWith(purpose, offeredPurposes)}
          error={errorAt("spec", "purpose")}
          onText={(value) => {
            const [before, after] = [purpose, value].map((each) => schedulesForPurpose(defaults, each, timeZone));
            const isProposed = isSameJson(listAt(shoot, "spec", "hibernation", "schedules"), before);
            const follows = hasWorkers && isProposed && !isSameJson(before, after);
            const schedules = after?.length ? { schedules: after } : undefined;
            edit(
              { path: ["spec", "purpose"], value },
              ...(follows ? [{ path: ["spec", "hibernation"] as const, value: schedules }] : []),
            );
          }}
        />
        <SelectField
          label={text("Infrastructure")}
          value={profile === undefined ? "" : keyOfProfile(profile)}
          options={profileOptions(choices, { chosen: profile, landscape })}
          error={errorAt("spec", "cloudProfile")}
          hint={profile && <VendorIcon type={profile.type} />}
          onText={(key) => {
            const chosen = choices.profiles.find((each) => keyOfProfile(each) === key);
            if (chosen) edit(...editsForProfile(shoot, chosen, choices, Date.now()));
          }}
        />
        <RegionField {...fields} />
        {hasWorkers && <AccountField fields={fields} choices={choices} />}
        {hasWorkers && <ProviderFields fields={fields} />}
      </div>
      <CheckField
        className="mt-3"
        label={text("Without nodes: only a Kubernetes API server")}
        checked={!hasWorkers}
        onChange={(workerless) => edit(...editsForWorkerless(shoot, { profile, choices, workerless, now: Date.now() }))}
      />
      <p className="mt-0.5 ml-6 text-sm text-tertiary">{text("This cannot be changed later.")}</p>
    </Card>
  );
}

function RegionField({ shoot, profile, edit, errorAt }: DraftFields) {
  const region = stringAt(shoot, "spec", "region") ?? "";
  const regions = profile?.regions ?? [];
  const landscape = useLandscapeConfiguration();
  return (
    <SelectField
      label={text("Region")}
      value={region}
      options={optionsWith(
        region,
        regions.map(({ name, seeds }) => [name, seeds === 0 ? text("{name} (no Seed)", { name }) : name] as const),
      )}
      error={errorAt("spec", "region")}
      hint={describeLackingSeeds(landscape, regions, region)}
      onText={(value) => profile && edit(...editsForRegion(shoot, profile, value, Date.now()))}
    />
  );
}

function AccountField({ fields: { shoot, profile, set, errorAt }, choices }: WhereCardProps) {
  const account = stringAt(shoot, "spec", "credentialsBindingName") ?? "";
  const error = errorAt("spec", "credentialsBindingName");
  const onText = (value: string) => set(["spec", "credentialsBindingName"], value);
  if (choices.accountsUnread !== undefined) {
    const hint = text(
      "You are not allowed to list the accounts of this project. Type the name of a CredentialsBinding.",
    );
    return (
      <TextField
        {...verbatimInputProps}
        label={text("Account")}
        value={account}
        error={error}
        hint={hint}
        onText={onText}
      />
    );
  }
  const accounts = choices.accounts.filter(({ type }) => type === profile?.type);
  const lifetime = accounts.find(({ name }) => name === account)?.lifetimeDays;
  return (
    <SelectField
      label={text("Account")}
      value={account}
      options={optionsWith(
        account,
        accounts.map(({ name }) => [name, name] as const),
      )}
      error={error}
      hint={
        accounts.length === 0
          ? text("The project has no account for {type}.", { type: profile?.type ?? "" })
          : lifetime !== undefined &&
            text("Its quota deletes clusters after {days, plural, one {# day} other {# days}}.", { days: lifetime })
      }
      onText={onText}
    />
  );
}

function keyOfProfile({ kind, name }: Pick<ClusterProfile, "kind" | "name">): string {
  return `${kind}/${name}`;
}

interface ProfileOptionParts {
  readonly chosen: ClusterProfile | undefined;
  readonly landscape: LandscapeConfiguration;
}

/** The profiles of infrastructures that the operator does not hide, by the operator's names and weights. */
function profileOptions({ profiles }: NewClusterChoices, { chosen, landscape }: ProfileOptionParts) {
  const offered = offeredVendors(landscape, "infraVendors", { items: profiles, nameOf: ({ type }) => type });
  const shown = chosen === undefined || offered.includes(chosen) ? offered : [chosen, ...offered];
  const options = shown.map((each) => {
    const vendor = vendorName(landscape, "infraVendors", each.type);
    return [keyOfProfile(each), each.name === vendor ? each.name : `${each.name} (${vendor})`] as const;
  });
  return chosen === undefined ? [["", ""] as const, ...options] : options;
}
