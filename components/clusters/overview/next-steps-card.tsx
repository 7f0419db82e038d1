import { BellPlus, CalendarPlus, FileKey } from "lucide-react";
import { openRuleTask } from "#components/data/notices/open-rule-task.ts";
import { useSettingsChange } from "#components/data/session/use-settings-change.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Button, buttonVariants } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { text } from "#lib/language/text.ts";
import { RevealCredentialButton } from "../credentials/reveal-credential-button.tsx";
import { kubeconfigUnavailableReason } from "../object-blockers.ts";
import type { Cluster } from "../use-cluster.ts";

/** Card of what a new cluster is good for: its kubeconfig, its dates in a calendar, and a watch rule. */
export function NextStepsCard({ cluster }: { readonly cluster: Cluster }) {
  const { project, name } = cluster.row;
  const { patchShoot, uncertain } = cluster.detail.permissions;
  const { choose } = useSettingsChange();
  return (
    <Card
      id="next-steps"
      title={text("Next steps")}
      aside={
        <Button variant="ghost" size="sm" onClick={() => choose({ nextSteps: "hidden" })}>
          {richText("Hide<more> next steps</more>", {
            more: (words) => <span className="sr-only">{words}</span>,
          })}
        </Button>
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-base text-secondary">{text("The new cluster is healthy.")}</p>
        <div className="flex flex-wrap gap-2">
          <RevealCredentialButton
            cluster={cluster}
            what={patchShoot || uncertain ? "admin-kubeconfig" : "viewer-kubeconfig"}
            label={text("Get a kubeconfig…")}
            icon={<FileKey aria-hidden />}
            disabledReason={kubeconfigUnavailableReason(cluster)}
          />
          <Link href={`/feeds?${new URLSearchParams({ project, q: name })}`} className={buttonVariants({ size: "sm" })}>
            <CalendarPlus aria-hidden />
            {text("Put its dates into your calendar…")}
          </Link>
          <Button size="sm" onClick={() => openRuleTask({ kind: "new", subject: { kind: "cluster", project, name } })}>
            <BellPlus aria-hidden />
            {text("Tell me when…")}
          </Button>
        </div>
      </div>
    </Card>
  );
}
