/** A person of the demo landscape. The server gives each a token and a kubeconfig context; RBAC decides what they may do. */
export interface DemoIdentity {
  /** Stable key, also the name of the kubeconfig context. */
  readonly name: string;
  readonly displayName: string;
  /** The user name the API server sees. */
  readonly username: string;
  readonly groups: readonly string[];
}

/** Members of this group administer the garden, as with gardener-operator. */
export const adminGroup = "gardener.cloud:system:admins";

export const demoIdentities: readonly DemoIdentity[] = [
  {
    name: "operator",
    displayName: "Olga Brandt",
    username: "olga.brandt@harborline.example",
    groups: [adminGroup, "system:authenticated"],
  },
  {
    name: "owner-commerce",
    displayName: "Ravi Menon",
    username: "ravi.menon@harborline.example",
    groups: ["harborline:commerce", "system:authenticated"],
  },
  {
    name: "owner-data",
    displayName: "Lena Sørensen",
    username: "lena.sorensen@harborline.example",
    groups: ["harborline:data", "system:authenticated"],
  },
  {
    name: "viewer",
    displayName: "Tomás Ortega",
    username: "tomas.ortega@harborline.example",
    groups: ["harborline:support", "system:authenticated"],
  },
  {
    name: "stranger",
    displayName: "Sam Whitlock",
    username: "sam.whitlock@harborline.example",
    groups: ["system:authenticated"],
  },
];
