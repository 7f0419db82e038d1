import { TextField, verbatimInputProps } from "#components/ui/form/field.tsx";
import type { DraftPath } from "#lib/create/draft-document.ts";
import { editForNewDataVolume, editsForDataVolumeName, editsForRemovedDataVolume } from "#lib/create/setting-edits.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { text } from "#lib/language/text.ts";
import type { DraftFields } from "./draft-fields.ts";
import { FoldedSetting, summarizeItems } from "./folded-setting.tsx";
import type { PoolSettingProps } from "./pool-setting.ts";
import { ChoiceSetting, FlagSetting, TextSetting } from "./setting-fields.tsx";
import { SettingRows } from "./setting-rows.tsx";

/** Data volumes of a pool, and which of them the kubelet uses. */
export function PoolDataVolumes({ fields, pool, at }: Omit<PoolSettingProps, "existing">) {
  const { shoot, profile, edit, errors, errorAt } = fields;
  const volumes = listAt(pool, "dataVolumes");
  const names = volumes.map((volume) => stringAt(volume, "name") ?? "");
  const types = (profile?.volumeTypes ?? []).map(({ name }) => name);
  const proposed = stringAt(pool, "volume", "type") ?? types[0];
  // Data volumes need a root volume, of which Gardener says so at the volume as a whole.
  const root = `spec.provider.workers[${at.at(-1) ?? 0}].volume`;
  const lack = volumes.length === 0 ? undefined : errors.find(({ field }) => field === root)?.message;
  return (
    <FoldedSetting
      title={text("Data volumes")}
      summary={summarizeItems(volumes.map((volume, index) => `${names[index]} ${stringAt(volume, "size") ?? ""}`))}
      error={errorAt(...at, "dataVolumes") ?? errorAt(...at, "kubeletDataVolumeName") ?? lack}
    >
      <SettingRows
        legend={text("Data volumes")}
        columns="grid-cols-2 sm:grid-cols-4"
        addLabel={text("Add a data volume")}
        onAdd={() => edit(editForNewDataVolume(shoot, at, proposed))}
        removeLabel={(index) => text("Remove data volume {name}", { name: names[index] ?? "" })}
        onRemove={(index) => edit(...editsForRemovedDataVolume(shoot, at, index))}
        rows={volumes.map((_volume, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the name of a volume changes while it is typed.
          <DataVolumeFields key={index} {...{ fields, types, index }} pool={at} />
        ))}
      />
      {volumes.length > 0 && (
        <div className="max-w-72">
          <ChoiceSetting
            fields={fields}
            label={text("Volume of the kubelet")}
            path={[...at, "kubeletDataVolumeName"]}
            options={[["", text("The root volume")], ...names.map((name) => [name, name] as const)]}
            hint={text("Holds images, logs and the local storage of pods.")}
          />
        </div>
      )}
    </FoldedSetting>
  );
}

interface DataVolumeFieldsProps {
  readonly fields: DraftFields;
  /** Path of the pool in the draft. */
  readonly pool: DraftPath;
  readonly index: number;
  readonly types: readonly string[];
}

function DataVolumeFields({ fields, pool, index, types }: DataVolumeFieldsProps) {
  const { shoot, edit, errorAt } = fields;
  const at: DraftPath = [...pool, "dataVolumes", index];
  const common = { fields, quiet: index > 0 };
  return (
    <>
      <TextField
        {...verbatimInputProps}
        label={text("Name")}
        quiet={index > 0}
        value={stringAt(shoot, ...at, "name") ?? ""}
        error={errorAt(...at, "name")}
        onText={(name) => edit(...editsForDataVolumeName(shoot, pool, { index, name }))}
      />
      {types.length === 0 ? (
        <TextSetting {...common} label={text("Type")} path={[...at, "type"]} />
      ) : (
        <ChoiceSetting
          {...common}
          label={text("Type")}
          path={[...at, "type"]}
          options={types.map((type) => [type, type] as const)}
        />
      )}
      <TextSetting {...common} label={text("Size")} path={[...at, "size"]} />
      <FlagSetting {...common} label={text("Encrypted")} path={[...at, "encrypted"]} />
    </>
  );
}
