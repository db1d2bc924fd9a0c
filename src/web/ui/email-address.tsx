/** An email address that goes on with what stands behind its "@" where it takes two lines, and not in the middle of a word. */
export function EmailAddress({ children }: { readonly children: string }) {
  const behind = children.lastIndexOf('@') + 1
  return (
    <>
      {children.slice(0, behind)}
      <wbr />
      {children.slice(behind)}
    </>
  )
}
