/** What a text field says that has a card number in it. */
export const CARD_NUMBER_MESSAGE =
  'This looks like a card number, which we never store. Remove it, or leave its last four digits.'

/** Digits with what people put between them: blanks, dashes and points. */
const RUNS_OF_DIGITS = /(?:\b(?:[A-Z]{2}|1Z))?\d+(?:[ \u00a0.\u2010-\u2015-]{1,3}\d+)*/g
/** Right behind two letters is the number of a bank account, and behind 1Z of a parcel. */
const OF_SOMETHING_ELSE = /[A-Z]/
const BETWEEN_DIGITS = /\D+/
/** The groups that cards are printed in, or nearly so, by their digits. */
const PRINTED_GROUPS = [
  [4, 4, 4, 4],
  [4, 4, 4, 4, 3],
  [4, 4, 4, 3],
  [4, 6, 5],
  [4, 6, 4],
] as const
const EXPIRY = /^(?:0[1-9]|1[0-2])\d\d$/

/** How the numbers of the networks begin, and how many digits they have. */
const NETWORKS: readonly { readonly begins: RegExp; readonly lengths: readonly number[] }[] = [
  // Visa
  { begins: /^4/, lengths: [16, 19] },
  // Mastercard
  { begins: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  // American Express
  { begins: /^3[47]/, lengths: [15] },
  // Diners Club
  { begins: /^3(?:0[0-59]|[689])/, lengths: [14] },
  // Discover and UnionPay
  { begins: /^6(?:011|2|4[4-9]|5)|^81/, lengths: [16, 17, 18, 19] },
  // JCB
  { begins: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  // Maestro
  { begins: /^(?:5018|5020|5038|5893|6304|6759|676[1-3])/, lengths: [16, 17, 18, 19] },
]

/**
 * Whether the number of a card stands in a text: digits that begin like those of a card network, are as many, and pass
 * the checksum, in one piece, as cards are printed, or in other groups of four or eight when nothing else stands beside
 * them.
 *
 * So numbers of orders, phones, IMEIs, bank accounts and parcels, EANs and dates pass, and so do these, which a person
 * does not write by mistake: a card over several lines, with letters or more than three characters between its groups,
 * right behind two capital letters, in unusual groups, in other digits than 0 to 9, of 12 or 13 digits, or of a network
 * that is not named here. One in ten other numbers of 16 digits that begin with 4, 5 or 6 is taken for a card, so fields
 * for the numbers of things are not checked (`isIdentifier`).
 *
 * The text may be longer than its field takes, up to a megabyte, and must not take long for that.
 */
export function hasCardNumber(text: string): boolean {
  const runs = text.match(RUNS_OF_DIGITS) ?? []
  return runs.some((run) => !OF_SOMETHING_ELSE.test(run) && isCardAmong(run.split(BETWEEN_DIGITS)))
}

function isCardAmong(groups: readonly string[]): boolean {
  if (isInFours(groups) && isCard(groups.join(''))) return true
  return groups.some((group, start) => {
    if (isCard(group)) return true
    return group.length === 4 && PRINTED_GROUPS.some((lengths) => isPrintedAt(groups, start, lengths))
  })
}

/** Whether people may have written a card like this when they wrote nothing beside it. */
function isInFours(groups: readonly string[]): boolean {
  return groups.length <= 5 && groups.slice(0, -1).every(({ length }) => length === 4 || length === 8)
}

function isPrintedAt(groups: readonly string[], start: number, lengths: readonly number[]): boolean {
  const end = start + lengths.length
  if (!lengths.every((length, index) => groups[start + index]?.length === length)) return false
  // A part of a longer number in groups of four, such as a parcel's, is no card.
  const next = groups[end]
  const isPart = groups[start - 1]?.length === 4 || (lengths.at(-1) === 4 && next?.length === 4 && !EXPIRY.test(next))
  return !isPart && isCard(groups.slice(start, end).join(''))
}

function isCard(digits: string): boolean {
  const isOfNetwork = NETWORKS.some(({ begins, lengths }) => lengths.includes(digits.length) && begins.test(digits))
  return isOfNetwork && passesLuhn(digits)
}

/** The checksum of card numbers. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = index % 2 === 1 ? Number(digit) * 2 : Number(digit)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
