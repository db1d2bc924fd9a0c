import { expect, type Locator, type Page } from '@playwright/test'
import { aPriceList, type Day } from './prepare-day.ts'
import type { Operator } from './operators.ts'

const PATIENCE = { timeout: 30_000 }

/** One kind of work of the day. */
interface Work {
  readonly what: string
  /** What others do before, which nobody of the shop presses for. */
  readonly prepare: (day: Day) => Promise<void>
  readonly run: (day: Day, operator: Operator) => Promise<void>
}

const nothing = () => Promise.resolve()
const button = (root: Page | Locator, name: string | RegExp) => root.getByRole('button', { name, exact: true }).first()
const seen = (locator: Locator) => locator.first().waitFor(PATIENCE)
const idsOf = async ({ callStaff }: Day, query: string) =>
  (await callStaff<{ id: number }[]>(`/api/admin/orders?${query}`)).map(({ id }) => id)

async function openView({ page }: Day, operator: Operator, view: RegExp): Promise<void> {
  await operator.goTo('Order Management', 'o')
  await operator.press(page.getByRole('link', { name: view }))
  await seen(page.getByRole('link', { name: view }).and(page.locator('[aria-current]')))
  await settled(page)
}

/** The rows that a view shows are those that the server gave last. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => {})
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0, PATIENCE)
}

/** Moves what is selected. */
async function moveSelected(
  { page }: Day,
  operator: Operator,
  count: number,
  choose: (dialog: Locator) => Promise<void>,
): Promise<void> {
  await operator.press(button(page, 'Change status'))
  const dialog = page.getByRole('dialog')
  await choose(dialog)
  await operator.press(button(dialog, `Move ${count} orders`))
  await operator.press(button(dialog, 'Done'))
  await dialog.waitFor({ state: 'detached', ...PATIENCE })
}

async function findOrder({ page }: Day, operator: Operator, id: number): Promise<void> {
  await operator.goTo('Order Management', 'o')
  await operator.type(page.getByRole('searchbox', { name: 'Search orders' }), String(id))
  // Nobody opens a row before the list has what was searched for.
  await expect(page.getByRole('main').locator('tbody tr')).toHaveCount(1, PATIENCE)
  await settled(page)
  await operator.press(button(page, `#${id}`))
}

async function importList({ page }: Day, operator: Operator, file: ReturnType<typeof aPriceList>): Promise<void> {
  await operator.goTo('Imports', 'i')
  await operator.press(button(page, 'Import CSV'))
  const dialog = page.getByRole('dialog')
  await operator.chooseFile(dialog.getByText('Choose CSV file'), dialog.getByLabel('CSV file', { exact: true }), file)
  await operator.press(button(dialog, 'Check first'))
  await operator.press(dialog.getByLabel('Add and update'))
  await operator.press(button(dialog, 'Show the preview'))
  await operator.press(button(dialog, 'Start import'))
  await operator.press(button(dialog, 'Done'))
  await dialog.waitFor({ state: 'detached', ...PATIENCE })
}

export const WORK: readonly Work[] = [
  {
    what: 'start processing of a page of 25 orders',
    prepare: nothing,
    async run(day, operator) {
      await openView(day, operator, /^To process/)
      await operator.press(day.page.getByLabel('Select all orders on this page'))
      await moveSelected(day, operator, 25, nothing)
    },
  },
  {
    what: 'start processing of the other 15',
    prepare: nothing,
    async run(day, operator) {
      await operator.press(day.page.getByLabel('Select all orders on this page'))
      await moveSelected(day, operator, 15, nothing)
    },
  },
  {
    what: "pick list, packing slips and shipping of 20 orders, with the carrier's tracking numbers pasted",
    prepare: async (day) => void (day.shipped = await idsOf(day, 'status=processing&sort=oldest&limit=20')),
    async run(day, operator) {
      const { page, shipped } = day
      await openView(day, operator, /^To ship/)
      await operator.press(page.getByLabel(`Select order ${shipped[0]}`))
      await operator.extend(page.getByLabel(`Select order ${shipped.at(-1)}`))
      await seen(page.getByText('20 orders selected'))
      await operator.press(button(page, 'Print pick list'))
      await operator.press(button(page, 'Print packing slips'))
      await moveSelected(day, operator, 20, (dialog) =>
        operator.type(dialog.getByLabel(/^Tracking numbers/), shipped.map((id) => `${id} 1Z999AA1${id}`).join('\n')),
      )
    },
  },
  {
    what: 'cancel 3 orders',
    prepare: nothing,
    async run(day, operator) {
      const ids = await idsOf(day, 'status=processing&sort=oldest&limit=3')
      await openView(day, operator, /^To ship/)
      for (const id of ids) await operator.press(day.page.getByLabel(`Select order ${id}`))
      await moveSelected(day, operator, 3, (dialog) => operator.choose(dialog.getByLabel('Step'), /^Cancel/))
    },
  },
  {
    what: 'correct one address, with its reason',
    prepare: nothing,
    async run(day, operator) {
      const [id = 0] = await idsOf(day, 'status=processing&limit=1')
      await findOrder(day, operator, id)
      const dialog = day.page.getByRole('dialog')
      await operator.press(button(dialog, 'Correct address'))
      await operator.type(dialog.getByLabel(/^Apartment/), 'Apt 4')
      await operator.type(dialog.getByLabel('Reason'), 'The customer called.')
      await operator.press(button(dialog, 'Save Address'))
      await seen(day.page.getByText('Address corrected', { exact: true }))
      await operator.close()
    },
  },
  {
    what: 'refund a part of one order, with its reason',
    async prepare(day) {
      for (const id of day.shipped.slice(0, 6))
        await day.callStaff(`/api/admin/orders/${id}/status`, { to: 'delivered' })
    },
    async run(day, operator) {
      const { page, shipped } = day
      await findOrder(day, operator, shipped[0] ?? 0)
      const dialog = page.getByRole('dialog')
      await operator.press(button(dialog, 'Refund'))
      await operator.type(dialog.getByLabel('Amount'), '10.00')
      await operator.type(dialog.getByLabel('Reason'), 'A scratch.')
      await operator.press(button(dialog, 'Refund $10.00'))
      await seen(page.getByText('$10.00 refunded', { exact: true }))
      await operator.close()
    },
  },
  {
    what: 'take 5 returns from the request to the refund',
    async prepare(day) {
      for (const id of day.shipped.slice(1, 6)) await day.askForReturn(id)
    },
    async run(day, operator) {
      const { page, shipped } = day
      await openView(day, operator, /^Open returns/)
      const asked = shipped.slice(1, 6)
      await operator.press(button(page, `#${asked[0]}`))
      for (const id of asked) {
        const dialog = page.getByRole('dialog', { name: `Order #${id}` })
        for (const step of ['Approve', 'Receive and refund']) await operator.press(button(dialog, step))
        await seen(dialog.getByText(/^Refunded \$/))
        if (id !== asked.at(-1)) await operator.press(button(dialog, 'Next order'))
      }
      await operator.close()
    },
  },
  {
    what: 'answer 12 messages, each with its own text',
    prepare: nothing,
    async run(day, operator) {
      const { page } = day
      const messages = await day.callStaff<{ reference: string }[]>('/api/admin/inbox?state=open&limit=12')
      await operator.goTo('Inbox', 'm')
      await settled(page)
      const dialog = page.getByRole('dialog')
      await operator.press(page.getByRole('button', { name: new RegExp(messages[0]?.reference ?? '') }))
      for (const { reference } of messages) {
        await seen(dialog.getByText(new RegExp(reference)))
        const text = `It leaves the shop today (${reference}).`
        await operator.type(dialog.getByRole('textbox', { name: /^Reply to/ }), text)
        if (reference !== messages.at(-1)?.reference) await operator.press(button(dialog, 'Send and open the next'))
        else {
          await operator.press(button(dialog, 'Send reply'))
          await seen(dialog.getByRole('region', { name: 'Replies' }).getByText(text))
        }
      }
      await operator.close()
    },
  },
  {
    what: 'import a list of a new supplier, 50 products, with a look at its columns and rows',
    prepare: nothing,
    run: (day, operator) => importList(day, operator, aPriceList('northlight-monday.csv', '199,00')),
  },
  {
    what: 'import a second list, with new prices',
    prepare: nothing,
    run: (day, operator) => importList(day, operator, aPriceList('northlight-tuesday.csv', '189,00')),
  },
]
