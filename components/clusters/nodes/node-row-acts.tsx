import { RotateCw, SquareTerminal } from "lucide-react";
import { CopyButton } from "#components/ui/copy-button.tsx";
import type { ClusterNode } from "#lib/contract/nodes.ts";
import { text } from "#lib/language/text.ts";
import { isSshEnabled } from "#lib/policy/rotations/ssh-access.ts";
import { gardenctlSsh } from "#lib/view/credentials/gardenctl-commands.ts";
import type { Cluster } from "../use-cluster.ts";
import { useGardenctlTarget } from "../use-gardenctl-target.ts";
import { NodeActButton } from "./node-act-button.tsx";

interface NodeRowActsProps {
  readonly cluster: Cluster;
  readonly node: ClusterNode;
  /** Whether the Node waits to be selected for an update in place. */
  readonly isSelectable: boolean;
  readonly tabIndex: number;
}

/** Buttons for one Node: select it, restart its units, and copy the command that opens a shell on it. */
export function NodeRowActs({ cluster, node, isSelectable, tabIndex }: NodeRowActsProps) {
  const target = useGardenctlTarget(cluster.row);
  return (
    <>
      {isSelectable && (
        <NodeActButton
          kind="select"
          tabIndex={tabIndex}
          nodes={[node]}
          label={text("Select…")}
          name={text("Select {name} for the update", { name: node.name })}
        />
      )}
      <NodeActButton
        kind="restart"
        tabIndex={tabIndex}
        nodes={[node]}
        label={<RotateCw aria-hidden />}
        name={text("Restart units on {name}", { name: node.name })}
      />
      {isSshEnabled(cluster.shoot) && (
        <CopyButton
          iconOnly
          size="sm"
          tabIndex={tabIndex}
          icon={<SquareTerminal aria-hidden />}
          text={gardenctlSsh(target, node.name)}
          label={text("Copy the gardenctl line for a shell on {name}", { name: node.name })}
        />
      )}
    </>
  );
}
