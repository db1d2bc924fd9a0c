import type { Transaction } from '#platform/database/database'
import type { PersonIdentifiers } from '#platform/shared-kernel/person-identifiers'
import type { Person } from '../domain/privacy-request.ts'
import type { AddressRepository } from '../persistence/address.repository.ts'
import type { AnsweredLinkRepository } from '../persistence/answered-link.repository.ts'
import type { DataExportRepository } from '../persistence/data-export.repository.ts'
import type { EmailChangeRepository } from '../persistence/email-change.repository.ts'
import type { OptOutRepository } from '../persistence/opt-out.repository.ts'
import type { PrivacyRequestRepository } from '../persistence/privacy-request.repository.ts'
import type { SavedCartRepository } from '../persistence/saved-cart.repository.ts'
import type { SessionRepository } from '../persistence/session.repository.ts'
import type { UserRepository } from '../persistence/user.repository.ts'

/** Another part of the shop that holds personal data. The composition root registers it; identity knows none by name. */
export interface PersonalDataSource {
  /** The key of its part in an export: "orders". */
  readonly name: string
  /** All data of the person, ready to be written as JSON. */
  export(person: Person): Promise<unknown>
  /** What the person has typed about themselves here: unproved, so it serves for suggestions only. */
  identifiers?(person: Person): Promise<Partial<PersonIdentifiers>>
  /**
   * Removes what is proved to be the person's, by the address and the account, from this source; amounts and times stay.
   * A repetition changes nothing.
   */
  erase(person: ErasedPerson): Promise<void>
}

/** The person to erase, the request for it, and what they typed about themselves, which proves nothing. */
export interface ErasedPerson extends Person {
  readonly reference: string
  /** Until when the request must be answered. */
  readonly dueAt: Date
  readonly typed: PersonIdentifiers
  /** Until when the address was theirs: what came with it later is of another account, which has it now. Null when none has. */
  readonly ownedUntil: Date | null
}

/** What identity itself has of a person: to export it, to find it elsewhere, and to erase it. */
export interface OwnPersonalData {
  export(person: Person): Promise<Record<string, unknown>>
  identifiers(person: Person): Promise<Partial<PersonIdentifiers>>
  erase(tx: Transaction, person: Person): Promise<void>
}

/**
 * Identity's own personal data. Consents and recorded visits carry only a random id of the browser, so they cannot be
 * assigned to a person.
 */
export function createOwnPersonalData(deps: {
  readonly users: Pick<UserRepository, 'find' | 'delete'>
  readonly sessions: SessionRepository
  readonly emailChanges: EmailChangeRepository
  readonly answeredLinks: AnsweredLinkRepository
  readonly addresses: AddressRepository
  readonly carts: SavedCartRepository
  readonly requests: PrivacyRequestRepository
  readonly files: DataExportRepository
  readonly optOuts: OptOutRepository
}): OwnPersonalData {
  const { users, sessions, emailChanges, answeredLinks, addresses, carts, requests, files, optOuts } = deps
  return {
    async export({ email, customerId }) {
      const common = { optOuts: await optOuts.find(email), privacyRequests: await requests.listOfEmail(email) }
      if (customerId === null) return { account: null, ...common }
      return {
        account: await users.find(customerId),
        addresses: await addresses.find(customerId),
        sessions: (await sessions.listOfUser(customerId)).map(({ device, createdAt, lastSeenAt, expiresAt }) => ({
          device,
          createdAt,
          lastSeenAt,
          expiresAt,
        })),
        emailChanges: (await emailChanges.listOfUser(customerId)).map(
          ({ oldEmail, newEmail, requestedAt, provedAt }) => ({ oldEmail, newEmail, requestedAt, provedAt }),
        ),
        cart: await carts.findCart(customerId),
        wishlist: await carts.findWishlist(customerId),
        ...common,
      }
    },
    async identifiers({ customerId }) {
      if (customerId === null) return {}
      const [user, book] = await Promise.all([users.find(customerId), addresses.find(customerId)])
      const named = user === null ? book : [user, ...book]
      return {
        names: named.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
        phones: named.flatMap(({ phone }) => (phone === null ? [] : [phone])),
        places: book.map(({ address }) => address),
      }
    },
    async erase(tx, { email, customerId }) {
      if (customerId !== null) {
        await users.delete(tx, customerId)
        await sessions.deleteOthers(tx, customerId, null)
        await addresses.deleteAll(tx, customerId)
        await carts.deleteAll(tx, customerId)
        await answeredLinks.forget(tx, customerId)
      }
      await emailChanges.deleteOfPerson(tx, customerId, email)
      await files.deleteOf(tx, email, null)
    },
  }
}
