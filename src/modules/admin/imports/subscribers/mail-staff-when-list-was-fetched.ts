import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import { sendMail } from '#platform/mail/send-mail'
import { listFetched } from '../../events.ts'
import type { Imports } from '../imports.api.ts'
import type { ImportRepository } from '../persistence/import.repository.ts'
import type { SupplierRepository } from '../persistence/supplier.repository.ts'
import { nextFetchOf } from '../fetching/begin-fetch.ts'
import { fetchMail } from '../fetching/fetch-mail.ts'
import type { ListFetchRepository } from '../persistence/list-fetch.repository.ts'
import type { ListSourceRepository } from '../persistence/list-source.repository.ts'
import type { MailRecipients } from '../fetching/mail-recipients.ts'

/**
 * Mails the outcome of a list that came by its schedule to whom the supplier's profile names, as far as they import
 * lists still. A list that is the same as before, or that somebody fetched by hand and watches, is not mailed about.
 */
export function mailStaffWhenListWasFetched(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly events: Pick<EventBus, 'subscribe'>
  readonly jobs: Pick<Jobs, 'enqueueMany'>
  readonly suppliers: Pick<SupplierRepository, 'find'>
  readonly sources: Pick<ListSourceRepository, 'find'>
  readonly fetches: Pick<ListFetchRepository, 'find' | 'noteMailed'>
  readonly imports: Pick<ImportRepository, 'find'>
  readonly api: Pick<Imports, 'failures'>
  readonly mailRecipients: MailRecipients
  readonly shopUrl: string
}): void {
  const { database, clock, events, jobs, suppliers, sources, fetches, imports, api, mailRecipients, shopUrl } = deps
  events.subscribe(listFetched, 'mail-staff-when-list-was-fetched', {
    queue: 'mail',
    when: ({ state }) => state !== 'unchanged',
    async handle({ fetchId }) {
      const fetch = await fetches.find(fetchId)
      if (fetch === null || fetch.by !== null) return
      const [supplier, source] = await Promise.all([suppliers.find(fetch.supplierId), sources.find(fetch.supplierId)])
      if (supplier === null || source === null) return
      const chosen = (await mailRecipients()).filter(({ id }) => source.mailTo.includes(id))
      const imported = fetch.importId === null ? null : await imports.find(fetch.importId)
      const mail = fetchMail(
        {
          supplierName: supplier.name,
          fetch,
          failures: imported === null || imported.failed === 0 ? [] : await api.failures(imported.id),
          isSoldOut: imported?.supplier?.whenLeft === 'sold-out',
          nextAt: nextFetchOf(source, clock.now()),
        },
        shopUrl,
      )
      await database.transaction(async (tx) => {
        if (!(await fetches.noteMailed(tx, fetchId, clock.now()))) return
        await jobs.enqueueMany(
          tx,
          chosen.map(({ to, isShop }) => ({
            job: sendMail,
            // A person who has accepted an invitation has proved to read the address.
            payload: { ...mail, to, ...(isShop ? {} : { isRecipientProved: true }) },
          })),
        )
      })
    },
  })
}
