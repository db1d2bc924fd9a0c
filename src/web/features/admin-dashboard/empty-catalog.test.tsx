import { renderToStaticMarkup } from 'react-dom/server.edge'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import type { Summary, ToDo } from '#contracts/admin'
import { PeriodStats } from './period-stats.tsx'
import { ToDoList } from './to-do-list.tsx'

const NOTHING: ToDo = {
  orders: { pending: 0, processing: 0, awaitingRelease: 0, openReturns: 0 },
  inbox: { open: 0, late: 0, failed: 0 },
  failedImport: null,
  outOfStock: 0,
  failedJobs: 0,
  withheldMails: 0,
}
const summaryOf = (products: number): Summary => ({
  revenue: '0.00',
  orders: 0,
  products,
  featured: 0,
  outOfStock: 0,
  awaitingRelease: 0,
  openReturns: 0,
  period: { days: '30', revenue: '0.00', orders: 0, before: null, byStatus: [], byDay: [], topSellers: [] },
  lowStock: [],
})
const toDoOf = (isCatalogEmpty: boolean, toDo = NOTHING) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <ToDoList toDo={toDo} isCatalogEmpty={isCatalogEmpty} />
    </MemoryRouter>,
  )
const statsOf = (products: number) =>
  renderToStaticMarkup(<PeriodStats summary={summaryOf(products)} onStatus={() => {}} onProduct={() => {}} />)

it('a shop without products says what comes first, and not that all is done', () => {
  expect(toDoOf(true)).toContain('The catalog is empty.')
  expect(toDoOf(true)).not.toContain('Nothing waits for you.')
  expect(toDoOf(false)).toContain('Nothing waits for you.')
  expect(toDoOf(true, { ...NOTHING, failedJobs: 2 })).not.toContain('The catalog is empty.')
})

it('of no products it does not say that they have enough stock', () => {
  expect(statsOf(0)).toContain('No products yet')
  expect(statsOf(1)).toContain('Every product has enough stock')
})
