import { Plus } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from '../lib/class-names.ts'
import { Prose } from './prose.tsx'

export interface TextSection {
  /** The anchor: "refund-times". */
  readonly id: string
  readonly title: string
  readonly text: ReactNode
}

interface OutlinedTextProps {
  readonly sections: readonly TextSection[]
  /** Numbers before the headings, for texts that people cite. */
  readonly isNumbered?: boolean
  /** Below the outline on wide screens. */
  readonly aside?: ReactNode
}

/**
 * A long text with its outline: beside the text and following the reader on wide screens, folded away above it on
 * phones. Every heading has an address of its own.
 */
export function OutlinedText({ sections, isNumbered = false, aside }: OutlinedTextProps) {
  const current = useSectionInView(sections)
  const numberOf = (index: number) => (isNumbered ? `${index + 1}. ` : '')
  const outline = (
    <ol className="grid">
      {sections.map(({ id, title }, index) => (
        <li key={id}>
          <Link
            to={`#${id}`}
            aria-current={current === id ? 'location' : undefined}
            className="flex min-h-9 items-center border-l-4 border-transparent py-1.5 pl-3.5 leading-snug text-soft underline-offset-4 hover:text-ink hover:underline aria-[current]:border-yellow aria-[current]:font-semibold aria-[current]:text-ink pointer-coarse:min-h-11"
          >
            {numberOf(index)}
            {title}
          </Link>
        </li>
      ))}
    </ol>
  )
  return (
    <div className="grid items-start gap-x-14 gap-y-8 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <div
        data-print="hide"
        className="grid gap-8 max-lg:hidden lg:sticky lg:top-(--below-header) lg:max-h-[calc(100dvh-var(--below-header)-2rem)] lg:overflow-y-auto"
      >
        <nav aria-label="On this page" className="border-l border-line text-[0.9375rem]">
          {outline}
        </nav>
        {aside}
      </div>
      <details data-print="hide" className="group sheet lg:hidden">
        <summary className="flex min-h-12 list-none items-center justify-between px-4 font-semibold [&::-webkit-details-marker]:hidden">
          On this page
          <Plus aria-hidden="true" className="size-5 shrink-0 text-cyan group-open:rotate-45" />
        </summary>
        <nav aria-label="On this page" className="px-4 pb-3">
          {outline}
        </nav>
      </details>
      <div className="grid min-w-0 gap-11">
        {sections.map(({ id, title, text }, index) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`} className="mb-3.5 text-[1.625rem] sm:text-[1.875rem]">
              {numberOf(index)}
              {title}
            </h2>
            <Prose>{text}</Prose>
          </section>
        ))}
      </div>
    </div>
  )
}

/** The section that is being read: the last one whose heading has passed the upper third of the window. */
function useSectionInView(sections: readonly TextSection[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id)
  useEffect(() => {
    let frame = 0
    const look = () => {
      const line = window.innerHeight / 3
      const passed = sections.filter(
        ({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= line,
      )
      const isAtEnd =
        window.scrollY > 0 && window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      setCurrent((isAtEnd ? sections.at(-1) : (passed.at(-1) ?? sections[0]))?.id)
    }
    const lookSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    lookSoon()
    window.addEventListener('scroll', lookSoon, { passive: true })
    window.addEventListener('resize', lookSoon)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', lookSoon)
      window.removeEventListener('resize', lookSoon)
    }
  }, [sections])
  return current
}

/** When a text last changed, as people write it. */
export function LastUpdated({ on, className }: { readonly on: string; readonly className?: string }) {
  return <p className={classNames('text-soft', className)}>Last updated: {on}</p>
}
