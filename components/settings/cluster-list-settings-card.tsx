import { useQuery } from "@tanstack/react-query";
import { viewsQuery } from "#components/data/queries/view-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { useSettingsChange } from "#components/data/session/use-settings-change.ts";
import { useSetting } from "#components/data/settings/device-settings.ts";
import { useViewChangeWithToast } from "#components/data/views/use-view-change.ts";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { InlineSelect } from "#components/ui/form/inline-select.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { WhyDetails } from "#components/ui/why-details.tsx";
import { settingChoices } from "#lib/contract/setting-choices.ts";
import { text } from "#lib/language/text.ts";
import { isClusterListView } from "#lib/saved-views/change-views.ts";
import { type ListedView, listedViewsOf, viewKeyOfListedView } from "#lib/saved-views/listed-views.ts";
import { settingLabels } from "#lib/user-settings/setting-labels.ts";
import { kubeconfigLifetimeChoices } from "#lib/view/credentials/reveal-descriptions.ts";
import { SettingRow, SwitchRow } from "./setting-row.tsx";

export function ClusterListSettingsCard() {
  return (
    <Card id="clusters" title={text("Clusters")}>
      <div className="-my-3">
        <DefaultView />
        <Lifetime />
        <SwitchRow
          id="read-only"
          name="readOnly"
          change={(readOnly) => ({ readOnly })}
          hint={
            <>
              {text("Almanac then offers you nothing that changes anything")}
              <WhyDetails about={text("in read-only mode")} label={text("What it covers")}>
                {text(
                  "Clusters, views, feeds and rules, and admin kubeconfigs. It protects from your own slips in this product: your permissions in the garden stay as they are.",
                )}
              </WhyDetails>
            </>
          }
        />
      </div>
    </Card>
  );
}

const allClusters = "";

function DefaultView() {
  const views = useQuery(viewsQuery).data;
  const readOnly = useReadOnlyReason();
  const { change, isPending } = useViewChangeWithToast();
  const lines = views === undefined ? [] : listedViewsOf(views).filter(({ view }) => isClusterListView(view));
  const whyNot = readOnly ?? views?.own.unavailable;
  const first = lines.find(({ isFirst }) => isFirst);
  const nameOf = ({ view, project }: ListedView) => (project === undefined ? view.name : `${view.name} (${project})`);
  const choose = (key: string) => {
    const line = lines.find((each) => each.key === key);
    if (line === undefined) change({ kind: "open-with" }, text("Clusters opens with all clusters"));
    else
      change(
        { kind: "open-with", view: viewKeyOfListedView(line) },
        text("Clusters opens with {name}", { name: line.view.name }),
      );
  };
  return (
    <SettingRow
      title={text("Default view")}
      hint={
        <>
          {richText("What Clusters opens with, one of your <link>saved views</link>", {
            link: (name) => (
              <Link href="/views" className="font-medium text-link hover:underline">
                {name}
              </Link>
            ),
          })}
          {whyNot !== undefined && <span className="block">{whyNot}</span>}
        </>
      }
    >
      {whyNot === undefined && !isPending ? (
        <InlineSelect
          quiet
          label={text("Default view")}
          value={first?.key ?? allClusters}
          options={[
            { value: allClusters, label: text("All clusters") },
            ...lines.map((line) => ({ value: line.key, label: nameOf(line) })),
          ]}
          onChange={choose}
        />
      ) : (
        <span className="text-base text-secondary">{first === undefined ? text("All clusters") : nameOf(first)}</span>
      )}
    </SettingRow>
  );
}

function Lifetime() {
  const seconds = useSetting("kubeconfig");
  const { choose } = useSettingsChange();
  return (
    <SettingRow
      title={text(settingLabels.kubeconfig)}
      hint={text("Offered first when you retrieve one. The garden can give less.")}
    >
      <InlineSelect
        quiet
        label={text(settingLabels.kubeconfig)}
        value={seconds}
        options={kubeconfigLifetimeChoices.map(([value, words]) => ({ value, label: text(words) }))}
        onChange={(picked) => {
          const chosen = settingChoices.kubeconfig.find((value) => value === picked);
          if (chosen !== undefined) choose({ kubeconfig: chosen });
        }}
      />
    </SettingRow>
  );
}
