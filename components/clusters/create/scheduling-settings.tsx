import type { NewClusterChoices } from "#lib/contract/new-cluster.ts";
import { keyValuesAt } from "#lib/create/setting-edits.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { text } from "#lib/language/text.ts";
import type { DraftFields } from "./draft-fields.ts";
import { FoldedSetting, summarizeItems } from "./folded-setting.tsx";
import { KeyValueRows } from "./key-value-rows.tsx";
import { ChoiceSetting, NamesSetting, TextSetting } from "./setting-fields.tsx";
import { SettingRows } from "./setting-rows.tsx";

interface SchedulingSettingsProps {
  readonly fields: DraftFields;
  readonly choices: NewClusterChoices;
}

/** Which Seeds can run the control plane of a cluster. */
export function SchedulingSettings({ fields, choices }: SchedulingSettingsProps) {
  return (
    <>
      <SeedByName fields={fields} choices={choices} />
      <SeedSelector fields={fields} />
      <Tolerations fields={fields} />
    </>
  );
}

function SeedByName({ fields, choices }: SchedulingSettingsProps) {
  const { shoot, existing, errorAt } = fields;
  const name = stringAt(shoot, "spec", "seedName");
  const isRefused = choices.mayChooseSeed === false && name === undefined;
  return (
    <FoldedSetting
      title={text("Seed")}
      summary={name ?? text("The scheduler chooses one.")}
      error={errorAt("spec", "seedName")}
      isFixed={existing !== undefined || isRefused}
      whyFixed={
        existing === undefined
          ? text("Only who can update shoots/binding chooses the Seed, usually an operator.")
          : text("A cluster changes its Seed only by a control-plane migration, which operators start.")
      }
    >
      <div className="max-w-72">
        <TextSetting
          fields={fields}
          label={text("Name of the Seed")}
          path={["spec", "seedName"]}
          suggestions={choices.seedNames}
          hint={text("The scheduler is skipped.")}
        />
      </div>
    </FoldedSetting>
  );
}

const selector = ["spec", "seedSelector"] as const;

function SeedSelector({ fields }: Pick<SchedulingSettingsProps, "fields">) {
  const { shoot, existing, errorAt } = fields;
  const labels = keyValuesAt(shoot, [...selector, "matchLabels"]).map(({ key, value }) => `${key}=${value}`);
  const types = listAt(shoot, ...selector, "providerTypes").map(String);
  const expressions = listAt(shoot, ...expressionsPath);
  const items = [...labels, ...expressions.map(formatExpression), ...types];
  const isHeld = fieldAt(existing, ...selector) != null;
  return (
    <FoldedSetting
      title={text("Seed selector")}
      summary={items.length === 0 ? text("None: every Seed that fits") : summarizeItems(items)}
      error={errorAt(...selector)}
    >
      {existing !== undefined && (
        <p className="text-sm text-pretty text-secondary">
          {isHeld
            ? text("It must fit the Seed of the cluster, and cannot be removed.")
            : text("It must fit the Seed of the cluster. Once it is set, it cannot be removed.")}
        </p>
      )}
      <KeyValueRows
        fields={fields}
        legend={text("Labels of the Seed")}
        path={[...selector, "matchLabels"]}
        addLabel={text("Add a label of the Seed")}
      />
      <SettingRows
        legend={text("Conditions on labels of the Seed")}
        columns="grid-cols-2 sm:grid-cols-3 max-sm:[&>:last-child]:col-span-2"
        addLabel={text("Add a condition")}
        onAdd={() => fields.set([...expressionsPath, expressions.length], { key: "", operator: "In" })}
        removeLabel={(index) => text("Remove condition {name}", { name: formatExpression(expressions[index]) })}
        onRemove={(index) => fields.set([...expressionsPath, index], undefined)}
        rows={expressions.map((expression, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the key of a condition changes while it is typed.
          <ExpressionFields key={index} {...{ fields, expression, index }} />
        ))}
      />
      <NamesSetting
        fields={fields}
        label={text("Providers of the Seed")}
        path={[...selector, "providerTypes"]}
        hint={text("Types such as aws or gcp, separated by spaces. * stands for all.")}
      />
    </FoldedSetting>
  );
}

const expressionsPath = [...selector, "matchExpressions"] as const;

/** Operators of a label selector, in the words of Kubernetes. */
const operators = ["In", "NotIn", "Exists", "DoesNotExist"].map((each) => [each, each] as const);

/** A condition as Kubernetes writes it: `zone In (a, b)`. */
function formatExpression(expression: unknown): string {
  const values = listAt(expression, "values").map(String);
  const parts = [stringAt(expression, "key") ?? "", stringAt(expression, "operator") ?? ""];
  return [...parts, ...(values.length > 0 ? [`(${values.join(", ")})`] : [])].join(" ");
}

interface ExpressionFieldsProps {
  readonly fields: DraftFields;
  readonly expression: unknown;
  readonly index: number;
}

function ExpressionFields({ fields, expression, index }: ExpressionFieldsProps) {
  const common = { fields, quiet: index > 0 };
  const takesValues = /^(Not)?In$/.test(stringAt(expression, "operator") ?? "");
  return (
    <>
      <TextSetting {...common} label={text("Key")} path={[...expressionsPath, index, "key"]} />
      <ChoiceSetting
        {...common}
        label={text("Operator")}
        path={[...expressionsPath, index, "operator"]}
        options={operators}
      />
      {takesValues && <NamesSetting {...common} label={text("Values")} path={[...expressionsPath, index, "values"]} />}
    </>
  );
}

const tolerationsPath = ["spec", "tolerations"] as const;

function Tolerations({ fields }: Pick<SchedulingSettingsProps, "fields">) {
  const { shoot, set, errorAt } = fields;
  const tolerations = listAt(shoot, ...tolerationsPath);
  const textOf = (toleration: unknown) =>
    [stringAt(toleration, "key") ?? "", stringAt(toleration, "value") ?? ""].filter((each) => each !== "").join("=");
  return (
    <FoldedSetting
      title={text("Tolerations")}
      summary={summarizeItems(tolerations.map(textOf))}
      error={errorAt(...tolerationsPath)}
    >
      <p className="text-sm text-pretty text-secondary">
        {text("Taints of Seeds that the cluster tolerates, among those that the project is allowed.")}
      </p>
      <SettingRows
        legend={text("Tolerations")}
        columns="grid-cols-2"
        addLabel={text("Add a toleration")}
        onAdd={() => set([...tolerationsPath, tolerations.length], { key: "" })}
        removeLabel={(index) => text("Remove toleration {name}", { name: textOf(tolerations[index]) })}
        onRemove={(index) => set([...tolerationsPath, index], undefined)}
        rows={tolerations.map((_toleration, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the key of a toleration changes while it is typed.
          <TolerationFields key={index} fields={fields} index={index} />
        ))}
      />
    </FoldedSetting>
  );
}

function TolerationFields({ fields, index }: { readonly fields: DraftFields; readonly index: number }) {
  const common = { fields, quiet: index > 0 };
  return (
    <>
      <TextSetting {...common} label={text("Key")} path={[...tolerationsPath, index, "key"]} />
      <TextSetting {...common} label={text("Value")} path={[...tolerationsPath, index, "value"]} />
    </>
  );
}
