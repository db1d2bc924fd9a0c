import type { ReactNode } from 'react'

/** What the shop promises about sending and taking back (specification 1, section 2; specification 2, section 9). */
export function ShippingAndReturns() {
  return (
    <div className="grid gap-x-16 gap-y-10 md:grid-cols-2">
      <Pledges title="Shipping">
        <Pledge term="Free shipping">On orders over $50.</Pledge>
        <Pledge term="Standard shipping">3-7 business days.</Pledge>
        <Pledge term="Express shipping">Takes 1-2 business days.</Pledge>
        <Pledge term="Change of plan">Orders can be cancelled within 1 hour of placement.</Pledge>
      </Pledges>
      <Pledges title="Returns">
        <Pledge term="30-day returns">Full refund within 30 days of delivery, 60 days when the box is unopened.</Pledge>
        <Pledge term="Return shipping">Free for a defective or wrong item and for items over $100.</Pledge>
        <Pledge term="Refund">3-5 business days to a card after we have processed the return.</Pledge>
        <Pledge term="2-year warranty">
          Honoured by the original manufacturer. Report transport damage within 48 hours.
        </Pledge>
      </Pledges>
    </div>
  )
}

function Pledges({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-3 text-xl">{title}</h3>
      <dl className="border-t-2 border-ink">{children}</dl>
    </div>
  )
}

function Pledge({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-x-6 border-b border-line py-2.5 sm:grid-cols-[11rem_1fr]">
      <dt className="font-semibold">{term}</dt>
      <dd className="text-soft">{children}</dd>
    </div>
  )
}
