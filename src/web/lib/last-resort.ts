/** What stands in place of the shop when nothing of it could be kept: plain text and a way to load it again. */
export function showLastResort(root: HTMLElement): void {
  const notice = document.createElement('div')
  notice.className = 'wrap py-16 text-center'
  notice.setAttribute('role', 'alert')
  const text = document.createElement('p')
  text.textContent = 'Something went wrong. It is our mistake, not yours. Your cart is kept.'
  const link = document.createElement('a')
  link.href = ''
  link.textContent = 'Load the page again'
  notice.append(text, link)
  // React empties the root before it reports the error, and has no more use for it.
  root.replaceChildren(notice)
}
