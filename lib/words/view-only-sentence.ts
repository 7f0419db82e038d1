/** For whoever may read a cluster and not write it. */
export const viewOnlySentence =
  "You can view this cluster, not change it. The owner of its project can give you the role admin.";
