import { redirect } from "next/navigation";

/** Kubernetes is what people look for first. */
export default function Versions(): never {
  redirect("/versions/kubernetes");
}
