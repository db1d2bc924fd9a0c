import type { IdentityModule, PrivacyRequest } from '#modules/identity'
import type { OrdersModule } from '#modules/orders'
import type { Clock } from '#platform/time/clock'
import type { Database, Transaction } from '#platform/database/database'
import type { Actor, AuditLog } from '../audit/audit.api.ts'
import { knownContacts, type KnownContact, type KnownContacts } from './known-contacts.ts'
import { CODE_TRIES, codeExpiryOf, MAX_LETTERS, newLetterCode, type LetterCodes } from './domain/letter-code.ts'
import { ContactNotKnown, LetterCodeOver, LetterCodeWrong, NotToVerify, TooManyLetters } from './errors.ts'
import type { Letter, LetterRepository } from './persistence/letter.repository.ts'
import type { Verification } from './verification.api.ts'

const NOTHING_KNOWN: KnownContacts = { phones: [], addresses: [] }

export function createVerification(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly identity: Pick<
    IdentityModule,
    'getPrivacyRequest' | 'verifyPrivacyRequestByStaff' | 'findProvedAccount' | 'addressBook'
  >
  readonly orders: Pick<OrdersModule, 'listCustomerOrders'>
  readonly letters: LetterRepository
  readonly codes: LetterCodes
  readonly audit: Pick<AuditLog, 'record'>
}): Verification {
  const { database, clock, identity, orders, letters, codes, audit } = deps

  async function contactsOf({ email, receivedAt }: PrivacyRequest): Promise<KnownContacts> {
    const account = email === null ? null : await identity.findProvedAccount(email)
    if (account === null) return NOTHING_KNOWN
    const [placed, book] = await Promise.all([
      orders.listCustomerOrders(account.id),
      identity.addressBook.list(account.id),
    ])
    return knownContacts({ orders: placed, book, account }, receivedAt)
  }

  async function openRequest(reference: string): Promise<PrivacyRequest> {
    const request = await identity.getPrivacyRequest(reference)
    if (request.verifiedAt !== null || request.email === null) throw new NotToVerify()
    return request
  }

  async function knownBy(reference: string, kind: keyof KnownContacts, key: string): Promise<KnownContact> {
    const contact = (await contactsOf(await openRequest(reference)))[kind].find((each) => each.key === key)
    if (contact === undefined) throw new ContactNotKnown()
    return contact
  }

  const isUsable = (letter: Letter | null): letter is Letter =>
    letter !== null && letter.tries < CODE_TRIES && letter.expiresAt > clock.now()

  async function verify(tx: Transaction, reference: string, how: string, by: Actor): Promise<void> {
    if (
      !(await identity.verifyPrivacyRequestByStaff(
        tx,
        reference,
        `${by.person?.name ?? ''} verified the person ${how}.`,
      ))
    )
      throw new NotToVerify()
    const changes = [{ field: 'verified', before: null, after: how }]
    await audit.record(tx, { action: 'privacy.verified', subject: `message ${reference}`, by, changes })
  }

  return {
    async ways(reference) {
      const request = await identity.getPrivacyRequest(reference)
      const [contacts, letter] = await Promise.all([contactsOf(request), letters.find(null, reference)])
      return {
        ...contacts,
        isVerified: request.verifiedAt !== null,
        letter:
          letter === null
            ? null
            : {
                writtenAt: letter.writtenAt,
                expiresAt: letter.expiresAt,
                triesLeft: isUsable(letter) ? CODE_TRIES - letter.tries : 0,
              },
      }
    },

    async byPhone(reference, phoneKey, by) {
      const { from } = await knownBy(reference, 'phones', phoneKey)
      await database.transaction((tx) => verify(tx, reference, `by phone, with the number of ${from}`, by))
    },

    async writeLetter(reference, addressKey, by) {
      const { lines, from } = await knownBy(reference, 'addresses', addressKey)
      const code = newLetterCode()
      const now = clock.now()
      const expiresAt = codeExpiryOf(now)
      await database.transaction(async (tx) => {
        const written = (await letters.find(tx, reference))?.written ?? 0
        if (written >= MAX_LETTERS) throw new TooManyLetters()
        const digest = codes.digestOf(reference, code)
        await letters.save(tx, { reference, digest, tries: 0, written: written + 1, writtenAt: now, expiresAt })
        const changes = [{ field: 'letter', before: null, after: `to the address of ${from}` }]
        await audit.record(tx, { action: 'privacy.letter-written', subject: `message ${reference}`, by, changes })
      })
      return { code, lines, expiresAt }
    },

    async byLetter(reference, code, by) {
      await openRequest(reference)
      const problem = await database.transaction(async (tx) => {
        const letter = await letters.find(tx, reference)
        if (!isUsable(letter)) return new LetterCodeOver()
        if (codes.fits(letter.digest, reference, code)) {
          await verify(tx, reference, 'by the code of a letter', by)
          return null
        }
        // The try is stored: thrown within the transaction, the refusal would take it back.
        await letters.save(tx, { ...letter, tries: letter.tries + 1 })
        await audit.record(tx, { action: 'privacy.letter-code-wrong', subject: `message ${reference}`, by })
        return new LetterCodeWrong(CODE_TRIES - letter.tries - 1)
      })
      if (problem !== null) throw problem
    },
  }
}
