import type { ReactNode } from 'react'
import { useExpressWords } from '../../lib/express-shipping.ts'
import { RuledDefinition } from '../../ui/definition.tsx'

/** What the shop promises about sending and taking back (specification 1, section 2; specification 2, section 9). */
export function ShippingAndReturns() {
  const { advice } = useExpressWords()
  return (
    <div className="grid gap-x-16 gap-y-10 md:grid-cols-2">
      <Pledges title="Shipping">
        <RuledDefinition name="Free shipping">On orders over $50.</RuledDefinition>
        <RuledDefinition name="Standard shipping">3-7 business days.</RuledDefinition>
        <RuledDefinition name="Express shipping">Takes 1-2 business days. {advice}</RuledDefinition>
        <RuledDefinition name="Change of plan">
          Orders can be modified or cancelled within 1 hour of placement.
        </RuledDefinition>
      </Pledges>
      <Pledges title="Returns">
        <RuledDefinition name="30-day returns">
          Full refund within 30 days of delivery, 60 days when the box is unopened.
        </RuledDefinition>
        <RuledDefinition name="Return shipping">
          Free for a defective or wrong item and for items over $100, but not for a change of mind.
        </RuledDefinition>
        <RuledDefinition name="Refund">3-5 business days to a card after we have processed the return.</RuledDefinition>
        <RuledDefinition name="2-year warranty">
          Honoured by the original manufacturer, typically for 1-2 years, then by our Standard plan of 1 year, which
          comes with every device. Report transport damage within 48 hours.
        </RuledDefinition>
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
