import { useFormContext } from 'react-hook-form'
import type { ShippingMethod } from '#contracts/orders'
import { formatDay } from '#platform/time/business-days'
import { estimateDelivery } from '#platform/time/delivery-estimate'
import { MINUTE_MS } from '#platform/time/durations'
import { formatMoney } from '#platform/shared-kernel/money'
import { useNow } from '../../lib/use-now.ts'
import { RadioGroup } from '../../ui/choice.tsx'
import type { CheckoutFields } from './checkout-fields.ts'

interface ShippingSectionProps {
  /** What standard shipping costs this order; 0 is free. */
  readonly standardCents: number
  readonly expressCents: number
}

/** Standard or express: what each costs, and when it arrives. */
export function ShippingSection({ standardCents, expressCents }: ShippingSectionProps) {
  const { register } = useFormContext<CheckoutFields>()
  const now = new Date(useNow(MINUTE_MS))
  return (
    <RadioGroup
      legend="How fast should it arrive?"
      options={[
        {
          value: 'standard',
          label: `Standard, ${standardCents === 0 ? 'free' : formatMoney(standardCents)}`,
          description: arrival(now, 'standard'),
        },
        { value: 'express', label: `Express, ${formatMoney(expressCents)}`, description: arrival(now, 'express') },
      ]}
      {...register('shippingMethod')}
    />
  )
}

function arrival(now: Date, method: ShippingMethod): string {
  const { earliest, latest } = estimateDelivery(now, method)
  return `Arrives ${formatDay(earliest)} – ${formatDay(latest)}`
}
