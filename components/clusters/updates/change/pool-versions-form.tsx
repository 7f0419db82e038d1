"use client";

import { useId, useMemo } from "react";
import { Link } from "#components/ui/address/link.tsx";
import { Button } from "#components/ui/button.tsx";
import { richText } from "#components/ui/rich-text.ts";
import { useMediaQuery } from "#components/ui/state/use-media-query.ts";
import { Table } from "#components/ui/table.tsx";
import { WhyDetails } from "#components/ui/why-details.tsx";
import {
  type PoolVersionTarget,
  poolVersionChoicesOf,
  targetToPin,
  targetToRaisePin,
  targetToUnpin,
} from "#lib/act/updates/pool-targets.ts";
import { withPoolEdit } from "#lib/act/updates/update-draft.ts";
import { poolReplacementPath } from "#lib/fleet/cluster-path.ts";
import { poolVersionLabel } from "#lib/fleet/fields/version-update.ts";
import type { Worker } from "#lib/garden/shoot.ts";
import { message, text } from "#lib/language/text.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { inlineStageLabel } from "#lib/words/version-stage.ts";
import { LabelledSelect } from "./labelled-select.tsx";
import { PoolEffectCell, PoolName, usePoolDraft } from "./pool-cells.tsx";
import { UnavailableVersions } from "./unavailable-versions.tsx";
import type { AllPoolsFormProps, PoolFormProps } from "./version-change-form-props.ts";

function useCells(props: PoolFormProps) {
  const { row, pool, context, draft } = props;
  const own = usePoolDraft(draft, pool.name);
  const choices = useMemo(() => poolVersionChoicesOf(context, own, pool), [context, own, pool]);
  const { current, pin, targets } = choices;
  return {
    name: <PoolName pool={pool} />,
    runs: (
      <span className="font-mono" translate="no">
        {poolVersionLabel({ pool: pool.name, version: current }, row) || text("not said")}
      </span>
    ),
    origin: pin === undefined ? text("none, follows the control plane") : text("pinned at {pin}", { pin }),
    choice: <VersionSelect {...props} targets={targets} />,
    acts: <Acts {...props} choices={choices} />,
    effect: <PoolEffectCell effect={props.effect} />,
    refused: (
      <UnavailableVersions
        noun="version"
        whose={text("for pool {name}", { name: pool.name })}
        targets={targets.filter(({ verdict }) => verdict === "refused")}
      />
    ),
  };
}

export function PoolVersionRow(props: PoolFormProps) {
  const { name, runs, origin, choice, acts, effect, refused } = useCells(props);
  return (
    <tr className="align-top">
      <th scope="row" className="py-2.5 pr-3 pl-4 font-normal">
        {name}
      </th>
      <td className="px-3 py-2.5">{runs}</td>
      <td className="px-3 py-2.5 text-secondary">{origin}</td>
      <td className="w-[34%] px-3 py-2.5">
        {choice}
        <div className="mt-2">{acts}</div>
        <div className="mt-1">{refused}</div>
      </td>
      <td className="w-[24%] py-2.5 pr-4 pl-3">{effect}</td>
    </tr>
  );
}

/** Kubernetes version of a worker pool as a list item, for screens that are too narrow for the table. */
export function PoolVersionItem(props: PoolFormProps) {
  const { name, runs, origin, choice, acts, effect, refused } = useCells(props);
  return (
    <li className="flex flex-col gap-2 px-4 py-3 text-sm">
      <div>{name}</div>
      <p className="text-secondary">
        {richText("Runs <runs></runs>; own version: {origin}.", { runs: () => runs, origin })}
      </p>
      {choice}
      {acts}
      {effect}
      {refused}
    </li>
  );
}

const asItIs = "";
const inherit = "inherit";

function VersionSelect({
  pool,
  draft,
  targets,
  onChange,
}: PoolFormProps & { readonly targets: readonly PoolVersionTarget[] }) {
  const note = useId();
  const wanted = draft.pools[pool.name]?.kubernetes;
  const value = wanted === undefined ? asItIs : (wanted ?? inherit);
  const chosen = wanted === undefined ? undefined : targets.find(({ choice }) => choice === wanted);
  const choose = (next: string) =>
    onChange(
      withPoolEdit(draft, pool.name, { kubernetes: next === asItIs ? undefined : next === inherit ? null : next }),
    );
  const notes = chosen?.reasons.join(" ") ?? "";
  // The selected version stays among the options even if another edit has made it impossible.
  const shown = targets.filter((target) => target.verdict !== "refused" || target === chosen);
  return (
    <>
      <LabelledSelect
        label={text("Kubernetes of pool {name}", { name: pool.name })}
        value={value}
        onChange={choose}
        describedBy={notes === "" ? undefined : note}
        invalid={chosen?.verdict === "refused"}
      >
        <option value={asItIs}>{text("Leave as it is")}</option>
        {shown.map((target) => (
          <option key={target.choice ?? inherit} value={target.choice ?? inherit}>
            {optionLabel(target)}
          </option>
        ))}
      </LabelledSelect>
      {notes !== "" && (
        <p id={note} className="mt-1 text-pretty text-caution-text">
          {notes}
        </p>
      )}
    </>
  );
}

function optionLabel({ choice, version, classification }: PoolVersionTarget): string {
  const stage = inlineStageLabel(classification);
  return choice === null ? text("Follow the control plane ({version})", { version }) : `${version} · ${stage}`;
}

interface ActsProps extends PoolFormProps {
  readonly choices: ReturnType<typeof poolVersionChoicesOf>;
}

function Acts({ pool, draft, choices, obstacle, onPreview }: ActsProps) {
  const [pin, raise, unpin] = [targetToPin(choices), targetToRaisePin(choices), targetToUnpin(choices)];
  const preview = (kubernetes: string | null, opener: HTMLElement) =>
    onPreview(withPoolEdit(draft, pool.name, { kubernetes }), opener);
  const buttons = [
    ...(pin ? [{ words: text("Pin at {version}", { version: pin.version }), target: pin }] : []),
    ...(raise ? [{ words: text("Raise to {version}", { version: raise.version }), target: raise }] : []),
    ...(unpin ? [{ words: text("Unpin"), target: unpin }] : []),
  ];
  return (
    <div className="flex flex-wrap gap-2">
      {buttons.map(({ words, target }) => (
        <Button
          key={words}
          size="sm"
          disabledReason={obstacle ?? (target.verdict === "refused" ? target.reasons.join(" ") : undefined)}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => preview(target.choice, currentTarget)}
        >
          {words}…<span className="sr-only"> {text("pool {name}", { name: pool.name })}</span>
        </Button>
      ))}
    </div>
  );
}

const columns = [
  message("Pool"),
  message("Runs"),
  message("Own version"),
  message("Change to"),
  message("Effect of the change"),
];

/** Form part: each worker pool's Kubernetes version, the available versions, and their effect on the nodes. */
export function PoolVersionsForm({ effects, ...props }: AllPoolsFormProps) {
  const isNarrow = useMediaQuery("(max-width: 63.99rem)");
  const pools: readonly Worker[] = workerPoolsOf(props.context.shoot.spec);
  return (
    <section aria-labelledby="change-pool-versions" className="border-t border-hairline py-3.5">
      <h3 id="change-pool-versions" className="px-4 text-base font-medium">
        {text("Kubernetes of the pools")}
      </h3>
      <WhyDetails label={text("How pinning works")} about="" className="px-4">
        {text(
          "A pool without its own version follows the control plane. The first pin cannot be below the control plane's version. A pool whose nodes are replaced can be unpinned from any version, one that is updated in place only from the minor version below.",
        )}
      </WhyDetails>
      <p className="px-4 text-sm">
        <Link
          href={poolReplacementPath(props.row)}
          className="inline-flex min-h-6 items-center rounded-tag text-link hover:underline"
        >
          {text("Update pool by pool…")}
        </Link>
      </p>
      {isNarrow ? (
        <ul aria-label={text("Kubernetes of the pools")} className="mt-2 divide-y divide-hairline">
          {pools.map((pool) => (
            <PoolVersionItem key={pool.name} pool={pool} effect={effects.get(pool.name)} {...props} />
          ))}
        </ul>
      ) : (
        <Table
          caption={text("Kubernetes of the pools")}
          columns={columns.map((title) => ({ title: text(title) }))}
          className="mt-2 w-full text-left text-sm"
          cellClass="px-3 py-1.5 first:pl-4 last:pr-4"
        >
          {pools.map((pool) => (
            <PoolVersionRow key={pool.name} pool={pool} effect={effects.get(pool.name)} {...props} />
          ))}
        </Table>
      )}
    </section>
  );
}
