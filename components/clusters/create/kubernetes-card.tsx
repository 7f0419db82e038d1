import { Card } from "#components/ui/card.tsx";
import { profileNamesOf } from "#lib/announcements/concerned.ts";
import type { VersionForNewCluster } from "#lib/contract/new-cluster.ts";
import { stringAt } from "#lib/kube/field.ts";
import { text } from "#lib/language/text.ts";
import type { DraftFields } from "./draft-fields.ts";
import { VersionChoice } from "./version-choice.tsx";

interface KubernetesCardProps {
  readonly fields: DraftFields;
  /** Undefined until the first preview. */
  readonly versions: readonly VersionForNewCluster[] | undefined;
}

/** Card for the Kubernetes version of a new cluster, with how long each version lasts. */
export function KubernetesCard({ fields, versions }: KubernetesCardProps) {
  const { shoot, profile, set, errorAt } = fields;
  return (
    <Card id="kubernetes" title={text("Kubernetes version")}>
      <VersionChoice
        label={text("Kubernetes version")}
        profiles={profileNamesOf({ profile })}
        value={stringAt(shoot, "spec", "kubernetes", "version") ?? ""}
        offered={profile?.kubernetes ?? []}
        described={versions}
        error={errorAt("spec", "kubernetes", "version")}
        onChoose={(version) => set(["spec", "kubernetes", "version"], version)}
      />
    </Card>
  );
}
