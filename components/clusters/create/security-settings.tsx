import type { NewClusterChoices } from "#lib/contract/new-cluster.ts";
import type { DraftPath } from "#lib/create/draft-document.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { text } from "#lib/language/text.ts";
import type { DraftFields } from "./draft-fields.ts";
import { FoldedSetting, summarizeItems } from "./folded-setting.tsx";
import { ChoiceSetting, NamesSetting, TextSetting } from "./setting-fields.tsx";
import { SettingRows } from "./setting-rows.tsx";
import { useKnownFields } from "./use-known-fields.ts";

interface SecuritySettingsProps {
  readonly fields: DraftFields;
  readonly choices: NewClusterChoices;
}

const server = ["spec", "kubernetes", "kubeAPIServer"] as const;

/** Encryption at rest, audit policy, authentication and authorization of a cluster's API server. */
export function SecuritySettings({ fields, choices }: SecuritySettingsProps) {
  return (
    <>
      <Encryption fields={fields} />
      <ServerFile
        {...{ fields, choices }}
        title={text("Audit policy")}
        block={[...server, "auditConfig"]}
        path={[...server, "auditConfig", "auditPolicy", "configMapRef", "name"]}
        unset={text("Gardener’s own")}
        dataKey="policy"
      />
      <ServerFile
        {...{ fields, choices }}
        title={text("Structured authentication")}
        block={[...server, "structuredAuthentication"]}
        path={[...server, "structuredAuthentication", "configMapName"]}
        unset={text("None")}
        dataKey="config.yaml"
      />
      <Authorization {...{ fields, choices }} />
    </>
  );
}

const encryption = [...server, "encryptionConfig"] as const;

function Encryption({ fields }: Pick<SecuritySettingsProps, "fields">) {
  const { shoot, existing, errorAt } = fields;
  const knows = useKnownFields();
  const names = listAt(shoot, ...encryption, "resources").map(String);
  const provider = stringAt(shoot, ...encryption, "provider", "type");
  const hasProvider = provider !== undefined || knows(...encryption.slice(1), "provider");
  return (
    <FoldedSetting
      title={text("Encryption at rest")}
      summary={summarizeItems([text("Secrets"), ...names, ...(provider === undefined ? [] : [provider])])}
      error={errorAt(...encryption)}
    >
      {existing !== undefined && (
        <p className="text-sm text-pretty text-secondary">
          {text(
            "It cannot change while the cluster is hibernated or the etcd encryption key is rotated, and resources and provider not at once.",
          )}
        </p>
      )}
      <NamesSetting
        fields={fields}
        label={text("Encrypted resources besides Secrets")}
        path={[...encryption, "resources"]}
        hint={text("Plural names such as configmaps or deployments.apps, separated by spaces")}
      />
      {hasProvider && (
        <div className="max-w-72">
          <ChoiceSetting
            fields={fields}
            label={text("Encryption provider")}
            path={[...encryption, "provider", "type"]}
            options={[
              ["", text("Default")],
              ["aescbc", "aescbc"],
              ["aesgcm", "aesgcm"],
              ["secretbox", "secretbox"],
            ]}
            hint={provider === "aesgcm" ? text("Needs the automatic rotation of the etcd encryption key.") : undefined}
          />
        </div>
      )}
    </FoldedSetting>
  );
}

interface ServerFileProps extends SecuritySettingsProps {
  readonly title: string;
  /** Path of the block to which the file belongs. */
  readonly block: DraftPath;
  /** Path of the name of the ConfigMap. */
  readonly path: DraftPath;
  /** What a cluster without the file has. */
  readonly unset: string;
  /** Key of the ConfigMap that holds the file. */
  readonly dataKey: string;
}

/** Setting of a file for the API server, which stands in a ConfigMap of the project. */
function ServerFile({ fields, choices, title, block, path, unset, dataKey }: ServerFileProps) {
  return (
    <FoldedSetting title={title} summary={stringAt(fields.shoot, ...path) ?? unset} error={fields.errorAt(...block)}>
      <ConfigMapSetting {...{ fields, choices, path, dataKey }} />
    </FoldedSetting>
  );
}

function ConfigMapSetting({ fields, choices, path, dataKey }: Omit<ServerFileProps, "title" | "block" | "unset">) {
  const hint =
    choices.configMaps === undefined
      ? text("A ConfigMap of the project with the key {key}. You are not allowed to list them.", { key: dataKey })
      : text("A ConfigMap of the project with the key {key}", { key: dataKey });
  return (
    <div className="sm:max-w-96">
      <TextSetting fields={fields} label={text("ConfigMap")} path={path} suggestions={choices.configMaps} hint={hint} />
    </div>
  );
}

const authorization = [...server, "structuredAuthorization"] as const;

function Authorization({ fields, choices }: SecuritySettingsProps) {
  const { shoot, set, errorAt } = fields;
  const at = [...authorization, "kubeconfigs"] as const;
  const kubeconfigs = listAt(shoot, ...at);
  const name = stringAt(shoot, ...authorization, "configMapName");
  const isSet = fieldAt(shoot, ...authorization) !== undefined;
  return (
    <FoldedSetting
      title={text("Structured authorization")}
      summary={name ?? text("None")}
      error={errorAt(...authorization)}
    >
      <ConfigMapSetting {...{ fields, choices }} path={[...authorization, "configMapName"]} dataKey="config.yaml" />
      {isSet && (
        <SettingRows
          legend={text("Kubeconfigs of the webhooks")}
          columns="grid-cols-2"
          addLabel={text("Add a kubeconfig")}
          onAdd={() => set([...at, kubeconfigs.length], { authorizerName: "", secretName: "" })}
          removeLabel={(index) =>
            text("Remove kubeconfig {name}", { name: stringAt(kubeconfigs[index], "authorizerName") ?? "" })
          }
          onRemove={(index) => set([...at, index], undefined)}
          rows={kubeconfigs.map((_kubeconfig, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the name of an authorizer changes while it is typed.
            <KubeconfigFields key={index} fields={fields} at={[...at, index]} quiet={index > 0} />
          ))}
        />
      )}
    </FoldedSetting>
  );
}

interface KubeconfigFieldsProps {
  readonly fields: DraftFields;
  /** Path of the kubeconfig in the draft. */
  readonly at: DraftPath;
  readonly quiet: boolean;
}

function KubeconfigFields({ fields, at, quiet }: KubeconfigFieldsProps) {
  const common = { fields, quiet };
  return (
    <>
      <TextSetting {...common} label={text("Authorizer")} path={[...at, "authorizerName"]} />
      <TextSetting {...common} label={text("Secret with the kubeconfig")} path={[...at, "secretName"]} />
    </>
  );
}
