import { useQuery } from "@tanstack/react-query";
import { permissionsQuery } from "#components/data/queries/session-queries.ts";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { type Message, message, text } from "#lib/language/text.ts";
import { isSshEnabled } from "#lib/policy/rotations/ssh-access.ts";
import {
  type GardenctlTarget,
  gardenctlKubectlEnv,
  gardenctlProviderEnv,
  gardenctlSsh,
  gardenctlTarget,
} from "#lib/view/credentials/gardenctl-commands.ts";
import type { Cluster } from "../use-cluster.ts";
import { useGardenctlTarget } from "../use-gardenctl-target.ts";

interface Line {
  readonly title: Message;
  readonly label: Message;
  readonly command: (target: GardenctlTarget) => string;
  readonly needsSsh?: true;
  readonly needsSecrets?: true;
}

const lines: readonly Line[] = [
  {
    title: message("Target the cluster"),
    label: message("Copy the command that targets the cluster"),
    command: gardenctlTarget,
  },
  {
    title: message("kubectl for the cluster, in this shell"),
    label: message("Copy the command that sets up kubectl"),
    command: gardenctlKubectlEnv,
  },
  {
    title: message("A shell on a node, through a bastion: lists the nodes"),
    label: message("Copy the command for a shell on a node"),
    command: (target) => gardenctlSsh(target),
    needsSsh: true,
  },
  {
    title: message("The infrastructure's own command line, with the cluster's account"),
    label: message("Copy the command that sets up the infrastructure's command line"),
    command: gardenctlProviderEnv,
    needsSecrets: true,
  },
];

/** Card of the lines with which gardenctl gets to the cluster, its nodes and its infrastructure. */
export function GardenctlCard({ cluster: { row, shoot } }: { readonly cluster: Cluster }) {
  const target = useGardenctlTarget(row);
  const rights = useQuery(permissionsQuery(row.project)).data?.project;
  const readsSecrets = rights?.find(({ act }) => act === "read-secrets")?.allowed !== false;
  return (
    <Card id="gardenctl" title={text("gardenctl")}>
      <ul className="-my-3.5 divide-y divide-hairline">
        {lines
          .filter(({ needsSsh }) => needsSsh !== true || isSshEnabled(shoot))
          .map(({ title, label, command, needsSecrets }) => (
            <li key={text(label)} className="flex items-start justify-between gap-3 py-2 text-sm">
              <p className="min-w-0 text-pretty">
                {text(title)}
                <code translate="no" className="mt-1 block text-xs break-words text-tertiary">
                  {command(target)}
                </code>
                {needsSecrets === true && !readsSecrets && (
                  <span className="mt-1 block text-tertiary">
                    {text("It needs the right to read secrets, which your role in this project does not include.")}
                  </span>
                )}
              </p>
              <CopyButton variant="ghost" size="xs" iconOnly text={command(target)} label={text(label)} />
            </li>
          ))}
      </ul>
    </Card>
  );
}
