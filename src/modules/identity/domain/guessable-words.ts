/** What guessers know of the shop: its name, what it sells and the brands. */
const SHOP_WORDS =
  'superprinter superprint super printer printers printing print shop store office inkjet laserjet officejet deskjet ' +
  'photosmart envy pixma ecotank expression workforce imageclass maxify hp hewlett packard canon epson brother xerox ' +
  'lexmark kyocera ricoh samsung zebra kodak oki dell ink toner cartridge laser photo paper scanner scan label receipt pos'

/** Whose password it is. */
export interface Guessed {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/** The words that guessers would try for this customer at this shop, besides the passwords of everybody. */
export function guessableWords({ firstName, lastName, email }: Guessed): string[] {
  const [local = '', domain = ''] = email.split('@')
  const names = [firstName, lastName, local, domain].flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
  return [...SHOP_WORDS.split(' '), ...names, email]
}
