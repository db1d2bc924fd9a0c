import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import { mergeIdentifiers } from '#platform/shared-kernel/person-identifiers'
import type { DataExportRepository } from '../../persistence/data-export.repository.ts'
import type { PrivacyRequestRepository, Subject } from '../../persistence/privacy-request.repository.ts'
import type { UserRepository } from '../../persistence/user.repository.ts'
import type { OwnPersonalData, PersonalDataSource } from '../personal-data.ts'
import { publishFulfilled, type DueRequest, type Fulfill } from './due-request.ts'

/** Erases a person: the account first, then what every other part of the shop has of them, and their requests last. */
export function createErasePerson(deps: {
  readonly database: Database
  readonly events: Pick<EventBus, 'publish'>
  readonly jobs: Pick<Jobs, 'erase'>
  readonly clock: Clock
  readonly users: Pick<UserRepository, 'find' | 'findByEmail'>
  readonly requests: PrivacyRequestRepository
  readonly files: Pick<DataExportRepository, 'deleteOf'>
  readonly own: Pick<OwnPersonalData, 'identifiers' | 'erase'>
  readonly sources: readonly PersonalDataSource[]
}): Fulfill {
  const { database, events, jobs, clock, users, requests, files, own, sources } = deps

  /** The person to erase; after a crash, as the first attempt stored them. */
  async function subjectOf(request: DueRequest): Promise<Subject> {
    const known = await requests.findSubject(request.reference)
    if (known !== null) return known
    const begunAt = clock.now()
    const { email, firstName, lastName, phone } = request
    const person = { email, customerId: (await users.findByEmail(email))?.id ?? null }
    const parts = await Promise.all([
      own.identifiers(person),
      ...sources.map((source) => source.identifiers?.(person) ?? {}),
    ])
    const named = { names: [`${firstName} ${lastName}`], phones: phone === null ? [] : [phone] }
    return { customerId: person.customerId, typed: mergeIdentifiers(named, ...parts), begunAt }
  }

  /** Until when the address was the person's; null while no other account has it. */
  async function ownedUntil(email: string, { customerId, begunAt }: Subject): Promise<Date | null> {
    const owner = await users.findByEmail(email)
    return owner === null || owner.id === customerId ? null : begunAt
  }

  /**
   * The account goes first, so that it takes no orders while the rest is erased; the subject is kept until the end. False
   * when the request was fulfilled meanwhile, or its person erased by another.
   */
  function eraseAccount(request: DueRequest, subject: Subject): Promise<boolean> {
    const { email } = request
    const { customerId } = subject
    return database.transaction(async (tx) => {
      const account = customerId === null ? null : await users.find(customerId, tx)
      // The next attempt finds whose the address is by now.
      if (account !== null && account.email !== email) throw new Error('The account got another address meanwhile.')
      if (!(await requests.saveSubject(tx, request, subject))) return false
      // Somebody who signed up with the address since has asked for nothing.
      if ((await ownedUntil(email, subject)) === null) await own.erase(tx, { email, customerId })
      return true
    })
  }

  return async function erasePerson(request) {
    const subject = await subjectOf(request)
    if (!(await eraseAccount(request, subject))) return
    const { reference, email, dueAt } = request
    const { customerId, typed } = subject
    // Another delivery, or another request of theirs, may have erased them meanwhile: its mail to them must stay, and what
    // has come since is of somebody who came since.
    const isDue = async () => {
      const current = await requests.find(reference)
      return current !== null && current.fulfilledAt === null && current.email === email
    }
    for (const source of sources) {
      if (!(await isDue())) return
      const until = await ownedUntil(email, subject)
      await source.erase({ email, customerId, reference, dueAt, typed, ownedUntil: until })
    }
    const until = await ownedUntil(email, subject)
    await jobs.erase([...(until === null ? [email] : []), ...(customerId === null ? [] : [customerId])], isDue)
    const now = clock.now()
    await database.transaction(async (tx) => {
      if (!(await requests.fulfill(tx, request, 'Erased.', now))) return
      // An export may have been written in the meantime. One that is still being written finds its request without a
      // person.
      await files.deleteOf(tx, email, until)
      await requests.anonymize(tx, email, now, until)
      await publishFulfilled(events, tx, request)
    })
  }
}
