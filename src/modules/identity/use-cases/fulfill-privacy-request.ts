import type { Clock } from '#platform/clock'
import type { Database, Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { JobCannotSucceed, type Jobs } from '#platform/jobs/jobs'
import { mergeIdentifiers } from '#platform/person-identifiers'
import { newLinkToken } from '#platform/link-token'
import { linkExpiryOf, type OptOut, type Person, type PrivacyRequest } from '../domain/privacy-request.ts'
import { privacyRequestChanged, privacyRequestFulfilled } from '../events.ts'
import type { DataExportRepository } from '../persistence/data-export.repository.ts'
import type { OptOutRepository } from '../persistence/opt-out.repository.ts'
import type { PrivacyRequestRepository, Subject } from '../persistence/privacy-request.repository.ts'
import type { UserRepository } from '../persistence/user.repository.ts'
import { exportText } from './export-text.ts'
import type { OwnPersonalData, PersonalDataSource } from './personal-data.ts'

/** A request with a proved address that is still to be done. */
type DueRequest = PrivacyRequest & { readonly email: string }

export type FulfillPrivacyRequest = (input: { readonly reference: string }) => Promise<void>

/**
 * Fulfills a verified request: exports, erases, or records an opt-out. The result is stored in the same transaction as
 * the event, so that a repetition does nothing and a crash in between loses nothing.
 */
export function createFulfillPrivacyRequest(deps: {
  readonly database: Database
  readonly events: Pick<EventBus, 'publish'>
  readonly jobs: Pick<Jobs, 'erase'>
  readonly clock: Clock
  readonly users: UserRepository
  readonly requests: PrivacyRequestRepository
  readonly files: DataExportRepository
  readonly optOuts: OptOutRepository
  /** Identity's own personal data, and the sources in other parts of the shop. */
  readonly own: OwnPersonalData
  readonly sources: readonly PersonalDataSource[]
}): FulfillPrivacyRequest {
  const { database, events, jobs, clock, users, requests, files, optOuts, own, sources } = deps

  async function personOf({ email }: DueRequest): Promise<Person> {
    const user = await users.findByEmail(email)
    return { email, customerId: user?.id ?? null }
  }

  /** The person to erase; after a crash, as the first attempt stored them. */
  async function subjectOf(request: DueRequest): Promise<Subject> {
    const known = await requests.findSubject(request.reference)
    if (known !== null) return known
    const begunAt = clock.now()
    const person = await personOf(request)
    const parts = await Promise.all([
      own.identifiers(person),
      ...sources.map((source) => source.identifiers?.(person) ?? {}),
    ])
    const { firstName, lastName, phone } = request
    const named = { names: [`${firstName} ${lastName}`], phones: phone === null ? [] : [phone] }
    return { customerId: person.customerId, typed: mergeIdentifiers(named, ...parts), begunAt }
  }

  /** Until when the address was the person's; null while no other account has it. */
  async function ownedUntil(email: string, { customerId, begunAt }: Subject): Promise<Date | null> {
    const owner = await users.findByEmail(email)
    return owner === null || owner.id === customerId ? null : begunAt
  }

  async function announce(tx: Transaction, request: DueRequest, linkToken?: string): Promise<void> {
    const { reference, requestType, firstName, lastName, email } = request
    const payload = { reference, requestType, person: { firstName, lastName, email } }
    await events.publish(tx, privacyRequestFulfilled, { ...payload, ...(linkToken === undefined ? {} : { linkToken }) })
    await events.publish(tx, privacyRequestChanged, { reference })
  }

  async function exportData(request: DueRequest): Promise<void> {
    const person = await personOf(request)
    const parts: Record<string, unknown> = await own.export(person)
    for (const source of sources) parts[source.name] = await source.export(person)
    const now = clock.now()
    const { token, digest } = newLinkToken()
    const content = await exportText({ reference: request.reference, writtenAt: now, email: person.email, ...parts })
    await database.transaction(async (tx) => {
      if (!(await requests.fulfill(tx, request, 'The export was written and its link sent.', now))) return
      await files.insert(tx, digest, {
        reference: request.reference,
        email: person.email,
        content: Buffer.from(content),
        expiresAt: linkExpiryOf(now),
      })
      await announce(tx, request, token)
    })
  }

  async function erase(request: DueRequest): Promise<void> {
    const subject = await subjectOf(request)
    const { reference, email, dueAt } = request
    const person = { email, customerId: subject.customerId, reference, dueAt, typed: subject.typed }
    // The account goes first, so that it takes no orders while the rest is erased; the subject is kept until the end.
    const isBegun = await database.transaction(async (tx) => {
      const account = subject.customerId === null ? null : await users.find(subject.customerId, tx)
      // The next attempt finds whose the address is by now.
      if (account !== null && account.email !== email) throw new Error('The account got another address meanwhile.')
      if (!(await requests.saveSubject(tx, request, subject))) return false
      // Somebody who signed up with the address since has asked for nothing.
      if ((await ownedUntil(email, subject)) === null) await own.erase(tx, person)
      return true
    })
    if (!isBegun) return
    // Another delivery, or another request of theirs, may have erased them meanwhile: its mail to them must stay, and what
    // has come since is of somebody who came since.
    const isDue = async () => {
      const current = await requests.find(reference)
      return current !== null && current.fulfilledAt === null && current.email === email
    }
    for (const source of sources) {
      if (!(await isDue())) return
      await source.erase({ ...person, ownedUntil: await ownedUntil(email, subject) })
    }
    const until = await ownedUntil(email, subject)
    const identifiers = [...(until === null ? [email] : []), ...(person.customerId === null ? [] : [person.customerId])]
    await jobs.erase(identifiers, isDue)
    const now = clock.now()
    await database.transaction(async (tx) => {
      if (!(await requests.fulfill(tx, request, 'Erased.', now))) return
      // An export may have been written in the meantime. One that is still being written finds its request without a
      // person.
      await files.deleteOf(tx, email, until)
      await requests.anonymize(tx, email, now, until)
      await announce(tx, request)
    })
  }

  async function optOut(request: DueRequest, what: OptOut): Promise<void> {
    const now = clock.now()
    await database.transaction(async (tx) => {
      if (!(await requests.fulfill(tx, request, 'The opt-out was recorded.', now))) return
      await optOuts.save(tx, request.email, what, now)
      await announce(tx, request)
    })
  }

  return async function fulfillPrivacyRequest({ reference }) {
    const request = await requests.find(reference)
    if (request === null) throw new JobCannotSucceed(`There is no privacy request ${reference}.`)
    const { email } = request
    if (request.fulfilledAt !== null || email === null) return
    if (request.verifiedAt === null) throw new JobCannotSucceed(`The privacy request ${reference} is not verified.`)
    const due: DueRequest = { ...request, email }
    switch (request.requestType) {
      case 'access':
      case 'data-portability':
        return exportData(due)
      case 'delete':
        return erase(due)
      case 'opt-out-sale':
        return optOut(due, 'sale')
      case 'opt-out-marketing':
        return optOut(due, 'marketing')
      case 'correct':
      case 'other':
        throw new JobCannotSucceed('This request is for people to answer.')
    }
  }
}
