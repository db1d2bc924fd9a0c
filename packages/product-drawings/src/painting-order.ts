import type { Point3 } from './space.ts'
import type { Part } from './part.ts'

/** Parts that hide one another are drawn from the far one to the near one; where boxes cross, as they were added. */
export function inPaintingOrder(parts: readonly Part[], eye: Point3): Part[] {
  const done = new Set<Part>()
  const under = new Set<Part>()
  const order: Part[] = []
  const visit = (part: Part): void => {
    if (done.has(part) || under.has(part)) return
    under.add(part)
    for (const other of parts) if (other !== part && hides(part, other, eye, parts)) visit(other)
    under.delete(part)
    done.add(part)
    order.push(part)
  }
  parts.forEach(visit)
  return order
}

/** True when `other` must be drawn before `part`. */
function hides(part: Part, other: Part, eye: Point3, parts: readonly Part[]): boolean {
  for (const k of [1, 2, 0] as const) {
    if (other.high[k] <= part.low[k] + 0.01) return eye[k] > other.high[k]
    if (part.high[k] <= other.low[k] + 0.01) return eye[k] < other.low[k]
  }
  return parts.indexOf(other) < parts.indexOf(part)
}
