import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/database/database'
import type { Jobs } from '#platform/jobs/jobs'
import type { Seal } from '#platform/security/seal'
import { changesBetween, type AuditLog } from '../../audit/audit.api.ts'
import { NoListSource, SupplierNotFound } from '../errors.ts'
import type { SupplierRepository } from '../persistence/supplier.repository.ts'
import type { Suppliers } from '../suppliers.api.ts'
import { timeOf, type BeginFetch } from './begin-fetch.ts'
import { beginDueFetch } from './jobs.ts'
import type { ListFetchRepository } from '../persistence/list-fetch.repository.ts'
import type { ListSourceRepository } from '../persistence/list-source.repository.ts'
import type { SourceSettings } from './list-source.ts'
import type { MailRecipients } from './mail-recipients.ts'
import { sealedSecretOf } from './sign-in.ts'

/** By which the schedule of a supplier is named. */
export const scheduleKey = (supplierId: string) => `fetch-list ${supplierId}`

/** What staff decide about fetching suppliers' lists; each change is in the log, without secrets. */
export function createManageSources(deps: {
  readonly database: Database
  readonly jobs: Pick<Jobs, 'repeatDaily' | 'endDaily'>
  readonly audit: Pick<AuditLog, 'record'>
  readonly seal: Seal
  readonly suppliers: Pick<SupplierRepository, 'find' | 'raiseVersion'>
  readonly sources: ListSourceRepository
  readonly fetches: ListFetchRepository
  readonly mailRecipients: MailRecipients
  readonly beginFetch: BeginFetch
}): Pick<Suppliers, 'setSource' | 'fetchNow' | 'fetches' | 'mailRecipients'> {
  const { database, jobs, audit, seal, suppliers, sources, fetches, mailRecipients, beginFetch } = deps

  async function nameOf(supplierId: string): Promise<string> {
    const supplier = await suppliers.find(supplierId)
    if (supplier === null) throw new SupplierNotFound()
    return supplier.name
  }

  return {
    async setSource(supplierId, { settings, secret }, by, seenVersion) {
      const name = await nameOf(supplierId)
      await database.transaction(async (tx) => {
        await suppliers.raiseVersion(tx, supplierId, seenVersion)
        const before = await sources.find(supplierId, tx)
        const sealedSecret = sealedSecretOf(seal, supplierId, { settings, secret }, before)
        // Another address has another file: what the former one was marked with says nothing of it.
        const seen = before?.url === settings.url ? before.seen : null
        await sources.save(tx, supplierId, { ...settings, sealedSecret, seen })
        if (settings.isOn)
          await jobs.repeatDaily(tx, scheduleKey(supplierId), {
            job: beginDueFetch,
            payload: { supplierId },
            at: timeOf(settings),
          })
        else await jobs.endDaily(tx, scheduleKey(supplierId))
        const changes = changesBetween(before === null ? {} : logged(before), {
          ...logged(settings),
          ...(secret === null ? {} : { secret: 'changed' }),
        })
        await audit.record(tx, { action: 'supplier.source-changed', subject: `supplier ${name}`, by, changes })
      })
    },
    async fetchNow(supplierId, by) {
      const name = await nameOf(supplierId)
      if ((await sources.find(supplierId)) === null) throw new NoListSource()
      return database.transaction(async (tx) => {
        const begun = await beginFetch(tx, { id: randomUUID(), supplierId, by: by.person })
        await audit.record(tx, { action: 'supplier.list-fetched', subject: `supplier ${name}`, by })
        return begun
      })
    },
    async fetches(supplierId) {
      await nameOf(supplierId)
      return fetches.list(supplierId)
    },
    mailRecipients: async () => (await mailRecipients()).map(({ id, name }) => ({ id, name })),
  }
}

/** The address without its query, which may carry a token. */
function logged({ url, signIn, isOn, time, mailTo }: SourceSettings): Record<string, unknown> {
  const { origin, pathname } = new URL(url)
  return { address: `${origin}${pathname}`, signIn, schedule: isOn ? time : 'off', mailTo: mailTo.join(', ') }
}
