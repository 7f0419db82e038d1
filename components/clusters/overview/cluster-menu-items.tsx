"use client";

import { ArrowUp, GitCompareArrows, KeyRound, ListChecks, type LucideIcon } from "lucide-react";
import { TellMeItem } from "#components/data/notices/tell-me-item.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { MenuItem, MenuLabel, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import { text } from "#lib/language/text.ts";
import { comparePath } from "#lib/view/compare/compare-address.ts";
import { type MenuAct, MenuActItem, useMenuLetters } from "../actions/menu-acts.tsx";
import { useOfferedActs } from "../actions/offered-acts.ts";
import { PinItem } from "../actions/pin-item.tsx";
import { changeVersionsPath, clusterPath, rotationPath } from "../cluster-path.ts";
import { objectRefusal } from "../object-refusal.ts";
import { type ClusterMenuSubject, useClusterMenuSubject } from "./cluster-menu-subject.ts";

/** Everything that can be done with a cluster; what ends it stands apart. */
export function ClusterMenuItems() {
  const subject = useClusterMenuSubject();
  useMenuLetters();
  return subject && <Items {...subject} />;
}

function Items(subject: ClusterMenuSubject) {
  const { row } = subject.cluster;
  const { safe, destructive } = useOfferedActs(subject.cluster);
  return (
    <>
      <Acts {...subject} acts={safe} />
      <PageItem {...subject} path={changeVersionsPath(row)} title={text("Update…")} icon={ArrowUp} />
      <PageItem {...subject} path={rotationPath(row)} title={text("Rotate…")} icon={KeyRound} />
      <MenuItem asChild>
        <Link href={comparePath([row])}>
          <GitCompareArrows aria-hidden />
          {text("Compare with…")}
        </Link>
      </MenuItem>
      <PinItem row={row} />
      <TellMeItem subject={{ kind: "cluster", project: row.project, name: row.name }} />
      <MenuSeparator />
      <MenuLabel>{text("Danger")}</MenuLabel>
      <Acts {...subject} acts={destructive} />
      <MenuItem asChild>
        <Link href={`${clusterPath(row)}/deletion`}>
          <ListChecks aria-hidden />
          {text("How deletion goes…")}
        </Link>
      </MenuItem>
    </>
  );
}

interface PageItemProps extends ClusterMenuSubject {
  readonly path: string;
  readonly title: string;
  readonly icon: LucideIcon;
}

/** The way to where something is chosen; closed to whoever may not change the cluster. */
function PageItem({ cluster, path, title, icon: Icon }: PageItemProps) {
  const refusal = objectRefusal(cluster);
  if (refusal !== undefined) {
    return (
      <MenuItem aria-disabled className="items-start" onSelect={(event) => event.preventDefault()}>
        <Icon aria-hidden className="mt-0.5 opacity-55" />
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="text-tertiary">{title}</span>
          <span className="max-w-64 text-xs text-pretty text-tertiary">{refusal}</span>
        </span>
      </MenuItem>
    );
  }
  return (
    <MenuItem asChild>
      <Link href={path}>
        <Icon aria-hidden />
        {title}
      </Link>
    </MenuItem>
  );
}

function Acts({ cluster, opener, acts }: ClusterMenuSubject & { readonly acts: readonly MenuAct[] }) {
  return acts.map((item) => <MenuActItem key={item.title} cluster={cluster.row} item={item} opener={opener} />);
}
