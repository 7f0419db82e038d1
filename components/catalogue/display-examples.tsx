import { CircleCheck, Leaf } from "lucide-react";
import { useState } from "react";
import { Card } from "#components/ui/card.tsx";
import { CardCell } from "#components/ui/card-cell.tsx";
import { CardTable } from "#components/ui/card-table.tsx";
import { ChartTooltip } from "#components/ui/chart-tooltip.tsx";
import { CutListNote } from "#components/ui/cut-list/cut-list-note.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { FactRow } from "#components/ui/fact-row.tsx";
import type { Hue } from "#components/ui/hue-classes.ts";
import { LargeNumberLink } from "#components/ui/large-number-link.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { ProgressBar } from "#components/ui/progress-bar.tsx";
import { RenderAfterPaint } from "#components/ui/render-after-paint.tsx";
import { renderBreakableWord } from "#components/ui/render-breakable-word.tsx";
import { ScrollBox } from "#components/ui/scroll-box.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { sortableColumn } from "#components/ui/sortable-column.tsx";
import { Status } from "#components/ui/status.tsx";
import { Table } from "#components/ui/table.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { WhyDetails } from "#components/ui/why-details.tsx";

const hues: readonly Hue[] = ["positive", "info", "notice", "caution", "negative", "neutral"];
const noticeHues = ["info", "caution", "negative", "neutral"] as const;
const columns = [
  { title: "Hue" },
  { title: "Status" },
  { title: "Quiet" },
  { title: "Tag" },
  { title: "Dashed" },
  { title: "Plain" },
  { title: "Progress", numeric: true, hint: "What was done of all" },
  { title: "Nothing", hidden: true },
];

const cardColumns = [{ title: "Owner" }, { title: "Message" }, { title: "Since" }, { title: "Days", numeric: true }];
const message =
  'Flow "Shoot cluster reconciliation" encountered task errors: [task "Waiting until shoot infrastructure has been ' +
  'reconciled" failed: the quota of the project allows no further addresses in this region] Operation will be retried.';

/** Catalogue section with texts, status labels and tables. */
export function DisplayExamples() {
  return (
    <Card id="words" title="Words, marks and tables">
      <div className="flex flex-col gap-4">
        {noticeHues.map((hue) => (
          <Notice key={hue} hue={hue} title={`A notice: ${hue}`}>
            What happened, what still works, what to do.
          </Notice>
        ))}
        <div className="flex flex-wrap gap-6">
          <LargeNumberLink href="#words" number="29" label="unhealthy" isZero={false} isBad />
          <LargeNumberLink href="#words" number="1,204" label="succeeded" isZero={false} />
          <LargeNumberLink href="#words" number="0" label="overdue" isZero isBad />
        </div>
        <div className="flex flex-wrap gap-6">
          <ChartTooltip title="Week from 7 Dec" lines={[{ name: "Kubernetes minor", value: "12" }]} />
          <ChartTooltip>Nothing forced, nothing stuck</ChartTooltip>
        </div>
        <ScrollBox label="A table that scrolls">
          <Table caption="The six hues" columns={columns} className="w-full min-w-200 text-left text-sm">
            {hues.map((hue, index) => (
              <tr key={hue}>
                <th scope="row" className="px-3 py-2 pl-4 font-medium">
                  {hue}
                </th>
                <td className="px-3 py-2">
                  <Status hue={hue} icon={<CircleCheck />}>
                    {hue}
                  </Status>
                </td>
                <td className="px-3 py-2">
                  <Status hue={hue} icon={<CircleCheck />} quiet>
                    {hue}
                  </Status>
                </td>
                <td className="px-3 py-2">
                  <Tag hue={hue} icon={<Leaf aria-hidden />}>
                    {hue}
                  </Tag>
                </td>
                <td className="px-3 py-2">
                  <Tag hue={hue} outline="dashed">
                    {hue}
                  </Tag>
                </td>
                <td className="px-3 py-2">
                  <Tag hue={hue} outline="plain">
                    {hue}
                  </Tag>
                </td>
                <td className="px-3 py-2">
                  <ProgressBar label={`Progress, ${hue}`} hue={hue} value={index === 0 ? undefined : index * 20} />
                </td>
                <td className="py-2 pr-4 pl-3" />
              </tr>
            ))}
          </Table>
        </ScrollBox>
        <CardTable caption="A table that a phone lays out as cards" columns={cardColumns}>
          <tr className="max-sm:block max-sm:py-2">
            <CardCell title="Owner" className="font-medium">
              {renderBreakableWord("ada.lovelace@analytical.example", /(?=@)/)}
            </CardCell>
            <CardCell title="Message" whole={message}>
              {message}
            </CardCell>
            <CardCell title="Since" quiet empty>
              never
            </CardCell>
            <CardCell title="Days" numeric>
              12
            </CardCell>
          </tr>
        </CardTable>
        <CutListNote listed={50} total={1_200} />
        <SortedTable />
        <dl className="max-w-120">
          <FactRow name="Region">eu-central-1</FactRow>
        </dl>
        <LongText text={message} />
        <Skeleton className="h-8 w-64" />
        <WhyDetails about="of the release">Maintenance installs no previews.</WhyDetails>
        <RenderAfterPaint fallback={<Skeleton className="h-5 w-40" />}>
          <p className="text-sm text-secondary">This came after the first paint.</p>
        </RenderAfterPaint>
        <EmptyState icon={<Leaf />} title="Nothing grows here">
          An empty screen says why it is empty and what to do next.
        </EmptyState>
      </div>
    </Card>
  );
}

/** A table that its header sorts. */
function SortedTable() {
  const [by, onSort] = useState({ key: "seed", descending: false });
  const seeds = by.descending ? ["gcp-eu1", "aws-eu1"] : ["aws-eu1", "gcp-eu1"];
  return (
    <Table caption="A sorted table" columns={[sortableColumn({ title: "Seed", key: "seed", by, onSort })]}>
      {seeds.map((seed) => (
        <tr key={seed}>
          <td className="py-1">{seed}</td>
        </tr>
      ))}
    </Table>
  );
}
