import { createHash } from 'node:crypto'
import type { SavedAddress, User } from '#modules/identity'
import type { Order } from '#modules/orders'

/** Where staff may reach a person, because the shop knew it before the request came. */
export interface KnownContact {
  /** Names it to the shop, without repeating it. */
  readonly key: string
  /** The telephone number, or the lines of the postal address. */
  readonly lines: readonly string[]
  /** From where the shop knows it: "order 100012", "the address book". */
  readonly from: string
}

export interface KnownContacts {
  readonly phones: readonly KnownContact[]
  readonly addresses: readonly KnownContact[]
}

const ADDRESS_BOOK = 'the address book'
const PROFILE = 'the profile'

/**
 * The numbers and addresses of a person's orders, address book and profile from before the request: a person who makes
 * a request with somebody's email address must not be able to say where they are to be called, nor must the person who
 * opened the account with it.
 */
export function knownContacts(
  {
    orders,
    book,
    account,
  }: {
    readonly orders: readonly Order[]
    readonly book: readonly SavedAddress[]
    readonly account: Pick<User, 'phone' | 'phoneSince' | 'ownedSince'>
  },
  receivedAt: Date,
): KnownContacts {
  const { ownedSince } = account
  const isKnown = (since: Date) => since < receivedAt && (ownedSince === null || since > ownedSince)
  const earlier = orders.filter(({ createdAt }) => isKnown(createdAt))
  const kept = book.filter(({ updatedAt }) => isKnown(updatedAt))
  return {
    phones: distinct([
      ...earlier.flatMap((order) => phoneOf(order.customerPhone, `order ${order.id}`)),
      ...kept.flatMap(({ phone }) => phoneOf(phone, ADDRESS_BOOK)),
      ...(isKnown(account.phoneSince) ? phoneOf(account.phone, PROFILE) : []),
    ]),
    addresses: distinct([
      ...earlier.map((order) => contact(linesOf(order.shippingAddress), `order ${order.id}`)),
      ...kept.map((address) => contact(linesOf(address), ADDRESS_BOOK)),
    ]),
  }
}

function phoneOf(phone: string | null, from: string): KnownContact[] {
  return phone === null || phone.trim() === '' ? [] : [contact([phone.trim()], from)]
}

function linesOf(
  address: Pick<
    SavedAddress,
    'firstName' | 'lastName' | 'address' | 'address2' | 'city' | 'state' | 'zipCode' | 'country'
  >,
) {
  const { firstName, lastName, address: street, address2, city, state, zipCode, country } = address
  return [`${firstName} ${lastName}`, street, address2 ?? '', `${city}, ${state} ${zipCode}`, country].filter(
    (line) => line.trim() !== '',
  )
}

function contact(lines: readonly string[], from: string): KnownContact {
  const plain = lines
    .join('\n')
    .toLowerCase()
    .replaceAll(/[\s().-]+/g, '')
  return { key: createHash('sha256').update(plain).digest('base64url').slice(0, 22), lines, from }
}

function distinct(contacts: readonly KnownContact[]): readonly KnownContact[] {
  return [...new Map(contacts.toReversed().map((each) => [each.key, each])).values()].toReversed()
}
