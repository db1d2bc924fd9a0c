import { useState, type PointerEvent } from 'react'
import { formatMoney } from '#platform/shared-kernel/money'
import { formatCount } from '../../lib/format.ts'
import { axisTicks, barLabel, dayLabel, revenueBars, type RevenueBar, type RevenueDay } from './revenue-bars.ts'
import { useWidth } from './use-width.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'

const HEIGHT = 190
const LEFT = 52
const BOTTOM = 22
const TOP = 8

const short = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
})

/** Revenue over time as bars; the same numbers are in a table for screen readers. */
export function RevenueChart({ days }: { readonly days: readonly RevenueDay[] }) {
  const [svg, width] = useWidth<SVGSVGElement>(560)
  const [pointed, setPointed] = useState<number | null>(null)
  const bars = revenueBars(days)
  const ticks = axisTicks(Math.max(0, ...bars.map(({ cents }) => cents)))
  const top = ticks.at(-1) ?? 1
  const step = (width - LEFT) / Math.max(bars.length, 1)
  const y = (cents: number) => HEIGHT - BOTTOM - (cents / top) * (HEIGHT - BOTTOM - TOP)
  const best = bars.reduce<RevenueBar | null>(
    (most, bar) => (most === null || bar.cents > most.cents ? bar : most),
    null,
  )

  function point(event: PointerEvent<SVGSVGElement>): void {
    const box = event.currentTarget.getBoundingClientRect()
    const index = Math.floor((((event.clientX - box.left) / box.width) * width - LEFT) / step)
    setPointed(index >= 0 && index < bars.length ? index : null)
  }

  if (bars.every(({ orders }) => orders === 0))
    return <p className="grid min-h-40 place-items-center text-soft">Nothing sold in this period</p>
  return (
    <figure className="grid gap-2">
      <PointedDay shown={pointed === null ? undefined : bars[pointed]} best={best} />
      <svg
        role="img"
        aria-label={`Revenue by day. ${best === null ? '' : `The best was ${barLabel(best)} with ${formatMoney(best.cents)}.`} The table below has all figures.`}
        ref={svg}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        height={HEIGHT}
        className="w-full touch-pan-y text-soft"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointed(null)}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line
              x1={LEFT}
              x2={width}
              y1={y(tick)}
              y2={y(tick)}
              className={tick === 0 ? 'stroke-edge' : 'stroke-line'}
            />
            <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end" className="fill-current text-[12px]">
              {short.format(tick / 100)}
            </text>
          </g>
        ))}
        {bars.map((bar, index) => (
          <rect
            key={bar.firstDay}
            x={LEFT + index * step + step * 0.12}
            y={y(bar.cents)}
            width={step * 0.76}
            height={HEIGHT - BOTTOM - y(bar.cents)}
            className={index === pointed ? 'fill-ink' : 'fill-cyan'}
          />
        ))}
        <text x={LEFT} y={HEIGHT - 5} className="fill-current text-[12px]">
          {dayLabel(days[0]?.day ?? '')}
        </text>
        <text x={width} y={HEIGHT - 5} textAnchor="end" className="fill-current text-[12px]">
          {dayLabel(days.at(-1)?.day ?? '')}
        </text>
      </svg>
      <RevenueTable bars={bars} />
    </figure>
  )
}

interface PointedDayProps {
  readonly shown: RevenueBar | undefined
  readonly best: RevenueBar | null
}

/** The day under the pointer, or the best one. */
function PointedDay({ shown, best }: PointedDayProps) {
  return (
    <p aria-hidden="true" className="min-h-5 text-sm text-soft">
      {shown === undefined ? (
        best !== null &&
        best.cents > 0 && (
          <>
            Best day: <b className="text-ink">{barLabel(best)}</b>, {formatMoney(best.cents)}
          </>
        )
      ) : (
        <>
          <b className="text-ink">{barLabel(shown)}</b>: {formatMoney(shown.cents)},{' '}
          {formatCount(shown.orders, 'order')}
        </>
      )}
    </p>
  )
}

function RevenueTable({ bars }: { readonly bars: readonly RevenueBar[] }) {
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-8 items-center font-semibold text-cyan underline-offset-4 hover:underline pointer-coarse:min-h-11">
        View as table
      </summary>
      <ScrollRegion label="Revenue by day" className="mt-1 max-h-64 overflow-y-auto border border-line">
        <table className="w-full">
          <thead>
            <tr className="bg-wash text-left text-xs">
              <th scope="col" className="px-3 py-1.5">
                Day
              </th>
              <th scope="col" className="px-3 py-1.5 text-right">
                Revenue
              </th>
              <th scope="col" className="px-3 py-1.5 text-right">
                Orders
              </th>
            </tr>
          </thead>
          <tbody>
            {bars.toReversed().map((bar) => (
              <tr key={bar.firstDay} className="border-t border-line">
                <th scope="row" className="px-3 py-1 text-left font-normal">
                  {barLabel(bar)}
                </th>
                <td className="px-3 py-1 text-right">{formatMoney(bar.cents)}</td>
                <td className="px-3 py-1 text-right">{bar.orders}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  )
}
