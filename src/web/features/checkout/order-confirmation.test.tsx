import { renderToString } from 'react-dom/server.edge'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { anOrder } from '../../testing/an-order.ts'
import { OrderConfirmation } from './order-confirmation.tsx'

it('expects the delivery on the day that the mail about the order names, wherever its customer is', () => {
  // Half past eleven in the evening of November 27 in the shop, and the next day in New York and by UTC.
  const order = anOrder({ createdAt: '2026-11-28T05:30:00.000Z' })
  const html = renderToString(
    <MemoryRouter>
      <OrderConfirmation order={order} />
    </MemoryRouter>,
  )
  expect(html).toContain('December 4, 2026')
  // Seven days after the day that stands above it.
  expect(html).toMatch(/November 27, 2026 at 11:30\sPM CT/)
  for (const words of ['1-2 business days', 'Tracking info will be sent', 'Track Your Order', 'Need Help?'])
    expect(html).toContain(`>${words}<`)
})
