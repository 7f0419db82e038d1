import { useLandscapeConfiguration } from "#components/data/landscape/landscape-configuration-query.ts";
import { OperatorText, operatorHues } from "#components/data/landscape/operator-text.tsx";
import { CheckField } from "#components/ui/form/check-field.tsx";
import { SelectField, TextField, verbatimInputProps } from "#components/ui/form/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { profileNamesOf } from "#lib/announcements/concerned.ts";
import type { ClusterProfile, VersionForNewCluster } from "#lib/contract/new-cluster.ts";
import { editsForMachineType, editsForZones } from "#lib/create/draft-edits.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { offeredVendors, vendorName } from "#lib/landscape-configuration/vendor-texts.ts";
import { text } from "#lib/language/text.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";
import type { DraftFields } from "./draft-fields.ts";
import { optionsWith } from "./options-with.ts";
import { PoolDetails } from "./pool-details.tsx";
import { describeFrozenField, existingPoolOf, isUpdatedInPlace } from "./pool-setting.ts";
import { NumberSetting } from "./setting-fields.tsx";
import { VersionChoice } from "./version-choice.tsx";

interface PoolFieldsProps {
  readonly fields: DraftFields;
  readonly pool: JsonObject;
  /** Index of the pool in `spec.provider.workers`. */
  readonly index: number;
  readonly images: readonly VersionForNewCluster[] | undefined;
}

/** Form fields of one worker pool: name, machine type, size, zones, volume and image. */
export function PoolFields({ fields, pool, index, images }: PoolFieldsProps) {
  const { profile, shoot, set, edit, errorAt } = fields;
  const at = (...path: readonly (string | number)[]) => ["spec", "provider", "workers", index, ...path] as const;
  const machineType = stringAt(pool, "machine", "type") ?? "";
  const isFrozen = isUpdatedInPlace(existingPoolOf(fields, pool));
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)]">
        <TextField
          {...verbatimInputProps}
          label={text("Pool name")}
          value={stringAt(pool, "name") ?? ""}
          maxLength={15}
          error={errorAt(...at("name"))}
          onText={(name) => set(at("name"), name)}
        />
        <SelectField
          label={text("Machine type")}
          value={machineType}
          options={optionsWith(machineType, isFrozen ? [] : machineTypeOptions(profile, poolZones(pool), shoot))}
          hint={isFrozen ? describeFrozenField() : undefined}
          error={errorAt(...at("machine", "type")) ?? errorAt(...at("machine", "architecture"))}
          onText={(type) => profile && edit(...editsForMachineType(shoot, index, { profile, type }))}
        />
      </div>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <NumberSetting fields={fields} label={text("Minimum")} path={at("minimum")} />
        <NumberSetting fields={fields} label={text("Maximum")} path={at("maximum")} />
        <VolumeFields {...{ fields, pool, index, isFrozen }} />
      </div>
      <ZoneBoxes {...{ fields, pool, index }} />
      <div className="flex flex-col gap-0.5">
        <ImageFields {...{ fields, pool, index, images, isFrozen }} />
        <PoolDetails {...{ fields, pool, index }} />
      </div>
    </div>
  );
}

function poolZones(pool: JsonObject): readonly string[] {
  return listAt(pool, "zones").filter((zone) => typeof zone === "string");
}

function machineTypeOptions(profile: ClusterProfile | undefined, zones: readonly string[], shoot: JsonObject) {
  const region = profile?.regions.find(({ name }) => name === stringAt(shoot, "spec", "region"));
  const lacking = (type: string) =>
    region?.zones.filter(
      ({ name, unavailableMachineTypes }) => zones.includes(name) && unavailableMachineTypes.includes(type),
    ) ?? [];
  return (profile?.machineTypes ?? [])
    .filter(({ usable }) => usable)
    .map((type): readonly [string, string] => {
      const size = text("{name}: {cpu} CPU, {memory}", { name: type.name, cpu: type.cpu, memory: type.memory });
      const gpu = type.gpu === "0" ? "" : `, ${text("{gpu} GPU", { gpu: type.gpu })}`;
      const architecture = type.architecture === "amd64" ? "" : `, ${type.architecture}`;
      const [missing] = lacking(type.name);
      const missed = missing ? ` (${text("not in {zone}", { zone: missing.name })})` : "";
      return [type.name, `${size}${gpu}${architecture}${missed}`];
    });
}

type PoolPartProps = Pick<PoolFieldsProps, "fields" | "pool" | "index">;

type FreezableProps = PoolPartProps & {
  /** Whether Gardener refuses another value, because the pool updates its nodes in place. */
  readonly isFrozen: boolean;
};

function VolumeFields({ fields: { profile, set, errorAt }, pool, index, isFrozen }: FreezableProps) {
  const volume = ["spec", "provider", "workers", index, "volume"] as const;
  const machine = profile?.machineTypes.find(({ name }) => name === stringAt(pool, "machine", "type"));
  const type = stringAt(pool, "volume", "type") ?? "";
  if (machine?.storage !== undefined && fieldAt(pool, "volume") === undefined) {
    return (
      <p className="self-end pb-1.5 text-sm text-secondary col-span-2">
        {text("Its disk: {storage}", { storage: machine.storage })}
      </p>
    );
  }
  if ((profile?.volumeTypes ?? []).length === 0 && fieldAt(pool, "volume") === undefined) return null;
  if (isFrozen) {
    const volumeText = [type, stringAt(pool, "volume", "size") ?? ""].filter((each) => each !== "").join(", ");
    return (
      <div className="self-end text-sm text-pretty text-secondary col-span-2">
        <p>{text("Volume: {volume}", { volume: volumeText })}</p>
        <p>{describeFrozenField()}</p>
      </div>
    );
  }
  return (
    <>
      <SelectField
        label={text("Volume type")}
        value={type}
        options={optionsWith(
          type,
          (profile?.volumeTypes ?? []).map((each) => [each.name, each.name] as const),
        )}
        error={errorAt(...volume, "type")}
        onText={(value) => set([...volume, "type"], value)}
      />
      <TextField
        {...verbatimInputProps}
        label={text("Volume size")}
        value={stringAt(pool, "volume", "size") ?? ""}
        error={errorAt(...volume, "size")}
        onText={(value) => set([...volume, "size"], value)}
      />
    </>
  );
}

function ZoneBoxes({ fields: { shoot, profile, edit, errorAt }, pool, index }: PoolPartProps) {
  const chosen = poolZones(pool);
  const region = profile?.regions.find(({ name }) => name === stringAt(shoot, "spec", "region"));
  const names = [...new Set([...(region?.zones ?? []).map(({ name }) => name), ...chosen])];
  const error = errorAt("spec", "provider", "workers", index, "zones");
  if (names.length === 0 || profile === undefined) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{text("Zones")}</legend>
      <div className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {names.map((zone) => (
          <CheckField
            key={zone}
            label={zone}
            checked={chosen.includes(zone)}
            onChange={(isOn) => {
              const zones = names.filter((each) => (each === zone ? isOn : chosen.includes(each)));
              edit(...editsForZones(shoot, index, { profile, zones }));
            }}
          />
        ))}
      </div>
      {error !== undefined && <p className="mt-1 text-sm text-pretty text-negative-text">{error}</p>}
    </fieldset>
  );
}

/** What the operator says about a machine image. */
function VendorHints({ name }: { readonly name: string }) {
  const { vendorHints = [] } = useLandscapeConfiguration();
  return vendorHints
    .filter(({ matchNames }) => matchNames.includes(name))
    .map(({ message, severity = "info" }) => (
      <Notice key={message} hue={operatorHues[severity]} title={<OperatorText text={message} />} />
    ));
}

function ImageFields({ fields, pool, index, images: described, isFrozen }: PoolFieldsProps & FreezableProps) {
  const { profile, edit, set, errorAt } = fields;
  const image = ["spec", "provider", "workers", index, "machine", "image"] as const;
  const name = stringAt(pool, "machine", "image", "name") ?? "";
  const architecture = stringAt(pool, "machine", "architecture") ?? "amd64";
  const fitting = (profile?.images ?? []).map((each) => ({
    ...each,
    versions: each.versions.filter(({ architectures }) => architectures.includes(architecture)),
  }));
  const offered = fitting.find((each) => each.name === name)?.versions ?? [];
  const landscape = useLandscapeConfiguration();
  const images = offeredVendors(landscape, "machineImageVendors", {
    items: fitting.filter(({ versions }) => versions.length > 0 && !isFrozen),
    nameOf: (each) => each.name,
  });
  return (
    <details className="min-w-0">
      <summary className="w-fit cursor-pointer rounded-tag py-1 text-sm text-link hover:underline">
        {text("Image: {name} {version}", { name, version: stringAt(pool, "machine", "image", "version") ?? "" })}
      </summary>
      <div className="mt-1.5 flex flex-col gap-2">
        <div className="max-w-72">
          <SelectField
            label={text("Machine image")}
            value={name}
            options={optionsWith(
              name,
              images.map((each) => [each.name, vendorName(landscape, "machineImageVendors", each.name)] as const),
            )}
            hint={isFrozen ? describeFrozenField() : undefined}
            error={errorAt(...image, "name")}
            onText={(value) => {
              const versions = fitting.find((each) => each.name === value)?.versions ?? [];
              const newest = versions.find(({ stage }) => stage === "supported") ?? versions[0];
              edit({ path: [...image, "name"], value }, { path: [...image, "version"], value: newest?.version });
            }}
          />
        </div>
        <VendorHints name={name} />
        <VersionChoice
          label={text("Version of the machine image")}
          image={stringAt(pool, "machine", "image", "name")}
          profiles={profileNamesOf({ profile })}
          value={stringAt(pool, "machine", "image", "version") ?? ""}
          offered={offered}
          described={described}
          error={errorAt(...image, "version") ?? errorAt(...image)}
          onChoose={(version) => set([...image, "version"], version)}
        />
      </div>
    </details>
  );
}
