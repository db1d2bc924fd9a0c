import { paths } from '../../lib/paths.ts'

export interface NavLink {
  readonly label: string
  readonly to: string
}

/** The header's links, also in the side menu (specification 1, section 2). */
export const NAV_LINKS: readonly NavLink[] = [
  { label: 'All Products', to: paths.products() },
  { label: 'Printers', to: paths.category('printers') },
  { label: 'Photo Printers', to: paths.category('photo-printers') },
  { label: 'Contact Us', to: paths.contact() },
]

/** A link is highlighted when the current path equals its path or starts with it (specification 1, section 2). */
export function isActiveLink(pathname: string, to: string): boolean {
  return pathname === to || pathname.startsWith(to)
}

/** aria-current of a header link: the page itself, or something below it. */
export function ariaCurrent(pathname: string, to: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  return isActiveLink(pathname, to) ? 'true' : undefined
}

export const TRACK_LINK: NavLink = { label: 'Track Your Order', to: paths.track() }

/** Where people look for help: in the footer and in the side menu. */
export const HELP_LINKS: readonly NavLink[] = [
  TRACK_LINK,
  { label: 'Printer Finder', to: paths.finder() },
  { label: 'Support Center', to: paths.support() },
  { label: 'FAQ', to: paths.faq() },
  { label: 'Manuals', to: paths.manuals() },
  { label: 'Warranty', to: paths.warranty() },
  { label: 'Installation', to: paths.installation() },
]

/** The links of the footer, by column (specification 1, section 2). */
export const FOOTER_COLUMNS: readonly { readonly title: string; readonly links: readonly NavLink[] }[] = [
  {
    title: 'Shop',
    links: [
      { label: 'Printers', to: paths.category('printers') },
      { label: 'Photo Printers', to: paths.category('photo-printers') },
      { label: 'Ink, Toner & Paper', to: paths.products({ category: 'supplies' }) },
      { label: 'Scanners', to: paths.products({ category: 'scanners' }) },
      { label: 'POS Systems', to: paths.products({ category: 'pos-systems' }) },
      { label: 'Barcode Scanners', to: paths.products({ category: 'barcode-scanners' }) },
      { label: 'Business Solutions', to: paths.business() },
    ],
  },
  { title: 'Help', links: HELP_LINKS },
  {
    title: 'Company',
    links: [
      { label: 'About Us', to: paths.about() },
      { label: 'Contact Us', to: paths.contact() },
      { label: 'Careers', to: paths.careers() },
      { label: 'Partners', to: paths.partners() },
      { label: 'Press', to: paths.press() },
    ],
  },
  {
    title: 'Policies',
    links: [
      { label: 'Returns', to: paths.returns() },
      { label: 'Privacy Policy', to: paths.privacy() },
      { label: 'Terms of Service', to: paths.terms() },
      { label: 'Data Privacy Request', to: paths.dataRequest() },
    ],
  },
]
