/** The shop's mark, a registration mark: the four process colours in ink lines on paper. */
export function logoMark(): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img"><title>superprinter</title>' +
    '<rect width="64" height="64" rx="12" fill="#f6f3ec"/>' +
    '<path d="M32 14a18 18 0 0 1 18 18H32z" fill="#0092bd"/><path d="M50 32a18 18 0 0 1-18 18V32z" fill="#ffd21f"/>' +
    '<path d="M32 50a18 18 0 0 1-18-18h18z" fill="#1a1916"/><path d="M14 32a18 18 0 0 1 18-18v18z" fill="#d4156c"/>' +
    '<g fill="none" stroke="#1a1916" stroke-width="4.5"><circle cx="32" cy="32" r="18"/><path d="M32 5v54M5 32h54"/></g></svg>'
  )
}
