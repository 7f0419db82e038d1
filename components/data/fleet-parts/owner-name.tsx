/** Name of an owner. In narrow columns the domain of an e-mail address is truncated; the tooltip shows all of it. */
export function OwnerName({ owner }: { readonly owner: string }) {
  const at = owner.indexOf("@");
  if (at < 1) return owner;
  return (
    <>
      {owner.slice(0, at)}
      <wbr />
      <span className="sm:sr-only">{owner.slice(at)}</span>
    </>
  );
}
