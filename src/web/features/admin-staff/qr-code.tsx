import { useMemo } from 'react'
import { encode } from 'uqr'

const BORDER = 4

/** A QR code, always dark on white: cameras do not read it the other way around. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const { size: modules, data } = encode(text, { ecc: 'M', border: BORDER })
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size: modules, path: dark.join('') }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-full max-w-60 rounded border border-line bg-white forced-color-adjust-none"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
