import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { newLinkToken } from '#platform/security/link-token'
import { linkExpiryOf } from '../../domain/privacy-request.ts'
import type { DataExportRepository } from '../../persistence/data-export.repository.ts'
import type { PrivacyRequestRepository } from '../../persistence/privacy-request.repository.ts'
import type { UserRepository } from '../../persistence/user.repository.ts'
import type { OwnPersonalData, PersonalDataSource } from '../personal-data.ts'
import { publishFulfilled, type Fulfill } from './due-request.ts'
import { exportText } from './export-text.ts'

/** Writes a file of all that the shop has of a person, whom a mail then gives its link. */
export function createWriteExport(deps: {
  readonly database: Database
  readonly events: Pick<EventBus, 'publish'>
  readonly clock: Clock
  readonly users: Pick<UserRepository, 'findByEmail'>
  readonly requests: Pick<PrivacyRequestRepository, 'fulfill'>
  readonly files: Pick<DataExportRepository, 'insert'>
  readonly own: Pick<OwnPersonalData, 'export'>
  readonly sources: readonly PersonalDataSource[]
}): Fulfill {
  const { database, events, clock, users, requests, files, own, sources } = deps
  return async function writeExport(request) {
    const { reference, email } = request
    const person = { email, customerId: (await users.findByEmail(email))?.id ?? null }
    const parts: Record<string, unknown> = await own.export(person)
    for (const source of sources) parts[source.name] = await source.export(person)
    const now = clock.now()
    const { token, digest } = newLinkToken()
    const content = Buffer.from(await exportText({ reference, writtenAt: now, email, ...parts }))
    await database.transaction(async (tx) => {
      if (!(await requests.fulfill(tx, request, 'The export was written and its link sent.', now))) return
      await files.insert(tx, digest, { reference, email, content, expiresAt: linkExpiryOf(now) })
      await publishFulfilled(events, tx, request, token)
    })
  }
}
