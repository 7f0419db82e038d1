/** Why an item may not be removed from, or added to, a CloudProfile; `by` is the object that uses the item. */
export type ProfileItemInUseError =
  | { readonly code: "K8S_IN_USE"; readonly version: string; readonly by: string }
  | { readonly code: "IMAGE_VERSION_IN_USE"; readonly image: string; readonly version: string; readonly by: string }
  | { readonly code: "IMAGE_REMOVED_IN_USE" | "IMAGE_ALREADY_DEFINED"; readonly image: string; readonly by: string }
  | {
      readonly code: "CAPABILITY_IN_USE";
      readonly capability: string;
      readonly values: readonly string[];
      readonly by: string;
    }
  | { readonly code: "MAX_NODES_EXCEEDED"; readonly nodes: number; readonly limit: number; readonly by: string };
