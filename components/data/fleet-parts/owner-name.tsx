/** An owner by the name alone where a column is narrow: the domain, which all of them share, is in the tooltip. */
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
