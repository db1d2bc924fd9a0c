import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useStaffKeys } from '../lib/staff-keys.ts'
import type { Neighbors } from '../lib/use-neighbors.ts'
import { IconButton } from './button.tsx'

interface NeighborButtonsProps {
  /** What is gone through: "order". */
  readonly noun: string
  readonly opened: string
  readonly neighbors: Neighbors
  readonly onOpen: (id: string) => void
}

/** In a dialog over a list: to the one before and the one after, each of them read from its beginning. */
export function NeighborButtons({ noun, opened, neighbors: { previous, next }, onOpen }: NeighborButtonsProps) {
  const keyed = useStaffKeys()
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(opened)
  useEffect(() => {
    if (shown.current === opened) return
    shown.current = opened
    const dialog = place.current?.closest<HTMLElement>('[role=dialog]')
    dialog?.scrollTo(0, 0)
    // The pressed control may have gone with what it belonged to.
    if (document.activeElement === document.body) dialog?.focus({ preventScroll: true })
  }, [opened])
  const button = (name: 'previous' | 'next', label: string, id: string | undefined) => {
    const { 'data-tooltip': key, ...keys } = keyed(name)
    return (
      <IconButton
        label={label}
        {...keys}
        data-tooltip={key === undefined ? label : `${label} (${key})`}
        disabled={id === undefined}
        onClick={() => id !== undefined && onOpen(id)}
      >
        {name === 'previous' ? (
          <ChevronUp aria-hidden="true" className="size-5" />
        ) : (
          <ChevronDown aria-hidden="true" className="size-5" />
        )}
      </IconButton>
    )
  }
  if (previous === undefined && next === undefined) return null
  return (
    <div ref={place} className="flex">
      {button('previous', `Previous ${noun}`, previous)}
      {button('next', `Next ${noun}`, next)}
    </div>
  )
}
