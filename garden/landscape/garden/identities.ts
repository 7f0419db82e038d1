/** A user of the demo landscape. The server creates a token and a kubeconfig context; RBAC decides on permissions. */
export interface DemoIdentity {
  /** Constant key of the user, and the name of the kubeconfig context. */
  readonly name: string;
  readonly displayName: string;
  /** User name in the API server. */
  readonly username: string;
  readonly groups: readonly string[];
}

/** Group of the garden's administrators. */
export const adminGroup = "gardener.cloud:system:admins";

/** Groups whose members can create projects. */
export const projectCreatorGroups = ["harborline:commerce", "harborline:data"] as const;

const people: readonly (readonly [name: string, displayName: string, mailbox: string, ...groups: string[]])[] = [
  ["operator", "Olga Brandt", "olga.brandt", adminGroup],
  ["owner-commerce", "Ravi Menon", "ravi.menon", "harborline:commerce"],
  ["owner-data", "Lena Sørensen", "lena.sorensen", "harborline:data"],
  ["viewer", "Tomás Ortega", "tomas.ortega", "harborline:support"],
  ["stranger", "Sam Whitlock", "sam.whitlock"],
];

export const demoIdentities: readonly DemoIdentity[] = people.map(([name, displayName, mailbox, ...groups]) => ({
  name,
  displayName,
  username: `${mailbox}@harborline.example`,
  groups: [...groups, "system:authenticated"],
}));
