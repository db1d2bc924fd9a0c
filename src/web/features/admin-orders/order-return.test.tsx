import { renderToString } from 'react-dom/server.edge'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { expect, it } from 'vitest'
import { STAFF_SESSION_PATH } from '#contracts/api-paths'
import type { StaffReturn } from '#contracts/staff-orders'
import { OrderReturn } from './order-return.tsx'

const asked = {
  number: 'RMA-7',
  items: [],
  note: null,
  steps: [],
  refund: '54.00',
  refundedBefore: '0.00',
  isShippingFree: true,
  isWithdrawable: false,
  nextStatuses: [],
} satisfies Omit<StaffReturn, 'status'>
const session = { person: { name: 'Ann', email: 'ann@example.com', role: 'owner' } }

function shown(status: StaffReturn['status']): string {
  const text = renderToString(
    <SWRConfig value={{ provider: () => new Map(), fallback: { [STAFF_SESSION_PATH]: session } }}>
      <MemoryRouter>
        <OrderReturn order={{ id: 1, revision: 5, items: [] }} asked={{ ...asked, status }} onDecided={() => {}} />
      </MemoryRouter>
    </SWRConfig>,
  )
  return text.replaceAll(/<!-- -->|<[^>]+>/g, '')
}

it('says what is to be refunded of a return, and that nothing is of one that is off', () => {
  expect(shown('approved')).toContain('To refund $54.00, return shipping free')
  expect(shown('refunded')).toContain('Refunded $54.00')
  for (const off of ['declined', 'withdrawn'] as const) {
    expect(shown(off)).toContain('Nothing to refund')
    expect(shown(off)).not.toContain('$54.00')
  }
})
