import { useEffect, useState } from 'react'

import { lazyPart } from '../lib/lazy-part.tsx'
const TooltipLayer = lazyPart(() => import('./tooltip-layer.tsx').then((module) => module.TooltipLayer))

/**
 * Shows the `data-tooltip` of the element that is hovered or focused; mounted once. Its script comes with
 * the first such element that is reached. The element must have the same words as its accessible name: the tooltip
 * is for eyes only.
 */
export function Tooltips() {
  const [first, setFirst] = useState<Element | null>(null)
  useEffect(() => {
    if (first !== null) return
    const look = ({ target }: Event) => {
      if (target instanceof Element) setFirst(target.closest('[data-tooltip]'))
    }
    document.addEventListener('pointerover', look)
    document.addEventListener('focusin', look)
    return () => {
      document.removeEventListener('pointerover', look)
      document.removeEventListener('focusin', look)
    }
  }, [first])
  if (first === null) return null
  return <TooltipLayer first={first} />
}
