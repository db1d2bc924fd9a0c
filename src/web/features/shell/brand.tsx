import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { classNames } from '../../lib/class-names.ts'

/** The registration mark of the press, one quarter in each process color, and the name. */
export function Brand({ className }: { readonly className?: string }) {
  return (
    <Link
      to={paths.home()}
      aria-label="superprinter, home"
      className={classNames('inline-flex min-h-11 items-center gap-2 text-ink sm:gap-2.5 no-underline', className)}
    >
      <svg aria-hidden="true" viewBox="0 0 28 28" className="size-7 shrink-0 fill-none max-[23rem]:size-6">
        <g strokeWidth="2.600">
          <path d="M14 5.500a8.500 8.500 0 0 1 8.500 8.500" className="stroke-process-cyan" />
          <path d="M22.500 14a8.500 8.500 0 0 1-8.500 8.500" className="stroke-process-magenta" />
          <path d="M14 22.500A8.500 8.500 0 0 1 5.500 14" className="stroke-process-yellow" />
          <path d="M5.500 14A8.500 8.500 0 0 1 14 5.500" className="stroke-ink" />
        </g>
        <path d="M14 .500v27M.500 14h27" className="stroke-ink" strokeWidth="1.400" />
      </svg>
      <span className="font-display text-[1.375rem] leading-none max-[23rem]:text-[1.125rem] sm:text-[1.5rem] font-bold tracking-[-0.03em]">
        superprinter
      </span>
    </Link>
  )
}

/** Four colors, one bar: what a press prints at the edge of every sheet. */
export function ColorBar({ className }: { readonly className?: string }) {
  return (
    <div aria-hidden="true" className={classNames('grid h-[5px] grid-cols-4', className)}>
      <i className="bg-process-cyan" />
      <i className="bg-process-magenta" />
      <i className="bg-process-yellow" />
      <i className="bg-ink" />
    </div>
  )
}
