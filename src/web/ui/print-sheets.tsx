import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import './print-sheets.css'

interface PrintSheetsProps {
  /** Sections of the class `print-sheet`, a page each. */
  readonly children: ReactNode
  /** The browser's print dialog was closed. */
  readonly onPrinted: () => void
}

/** Prints what is within instead of the screen, and is seen on paper only. */
export function PrintSheets({ children, onPrinted }: PrintSheetsProps) {
  const whenPrinted = useEffectEvent(onPrinted)
  useEffect(() => {
    const done = () => whenPrinted()
    window.addEventListener('afterprint', done)
    // After the frame in which the sheets are there.
    const timer = setTimeout(() => window.print(), 50)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('afterprint', done)
    }
  }, [])

  return createPortal(
    <div className="print-sheets" aria-hidden="true">
      {children}
    </div>,
    document.body,
  )
}
