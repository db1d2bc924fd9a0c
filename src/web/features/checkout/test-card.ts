/** The test payment's answer to a card number. */
export type CardCheck =
  | { readonly outcome: 'approved'; readonly brand: string; readonly last4: string }
  | { readonly outcome: 'declined' }
  | { readonly outcome: 'no-test-card' }

/**
 * The published test numbers of the card networks. The shop is in test mode: it takes these and no other, so a real
 * card is never charged.
 */
const APPROVED: ReadonlyMap<string, string> = new Map([
  ['4242424242424242', 'Visa'],
  ['4000056655665556', 'Visa'],
  ['5555555555554444', 'Mastercard'],
  ['5200828282828210', 'Mastercard'],
  ['6011111111111117', 'Discover'],
])
const DECLINED: ReadonlySet<string> = new Set(['4000000000000002', '4000000000009995'])

export const NO_TEST_CARD_MESSAGE =
  'This shop is in test mode and cannot take real cards. Use the test number 4242 4242 4242 4242.'
export const DECLINED_MESSAGE = 'The card was declined. Use another card, or choose another way to pay.'

/** Decides in the browser: the number is sent nowhere. */
export function checkTestCard(number: string): CardCheck {
  const digits = digitsOf(number)
  const brand = APPROVED.get(digits)
  if (brand !== undefined) return { outcome: 'approved', brand, last4: digits.slice(-4) }
  return { outcome: DECLINED.has(digits) ? 'declined' : 'no-test-card' }
}

/** The digits of what was typed, without spaces and dashes. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/** The number in groups, as it is printed on the card: "42424242" → "4242 4242". At most 19 digits. */
export function groupCardNumber(text: string): string {
  return digitsOf(text)
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ')
}

/**
 * Where the caret stands in a field that was formatted: behind as many digits as it stood behind before, whatever
 * separators came or went in front of it.
 */
export function caretAfterFormat(typed: string, caret: number, shown: string): number {
  const digits = digitsOf(typed)
  const before = digitsOf(typed.slice(0, caret)).length
  // A month of one digit has got a zero in front.
  const added = Number(before > 0 && shown.startsWith('0') && !digits.startsWith('0'))
  return new RegExp(`^(?:\\D*\\d){0,${before + added}}`).exec(shown)?.[0].length ?? 0
}

/** A month, what separates it from the year, and what comes behind: "1/2030", "05 / 30", "12-", "1 30". */
const MONTH_AND_YEAR = /^(0?[1-9]|1[0-2])(?: *[/.-]| +(?=\d))(.*)/s

/**
 * "1230" → "12/30", while it is typed; a single digit above 1 is a month of its own: "5" → "05". The slash behind a month
 * stays, and a customer who typed "1/" means January. Of a year of four digits the last two count; until the fourth is
 * typed, the third stays in view: "12/20", "12/203", "12/30".
 */
export function formatExpiry(text: string): string {
  const typed = text.replace(/^\D+/, '')
  const [, month, year] = MONTH_AND_YEAR.exec(typed) ?? []
  if (month !== undefined && year !== undefined) return `${month.padStart(2, '0')}/${shortYear(digitsOf(year))}`
  let digits = digitsOf(typed)
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  return digits.length > 2 ? `${digits.slice(0, 2)}/${shortYear(digits.slice(2))}` : digits
}

function shortYear(digits: string): string {
  if (!digits.startsWith('20')) return digits.slice(0, 2)
  return digits.length < 4 ? digits : digits.slice(2, 4)
}
