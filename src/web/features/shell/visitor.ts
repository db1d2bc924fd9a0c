/** What the header shows about the visitor. */
export interface Visitor {
  /** Not known yet: the place is kept, nothing is shown. */
  readonly isLoading: boolean
  /** First name, else email address, else "Account"; null for an anonymous visitor. */
  readonly name: string | null
  readonly onSignOut: () => void
  readonly isSigningOut: boolean
}
