import { withoutCopyMarks } from './copied-text.ts'

/** What was pasted, by order: the tracking number of each, and the lines that fit no selected order. */
export interface PastedNumbers {
  readonly byOrder: ReadonlyMap<number, string>
  readonly unread: readonly string[]
}

const LONGEST_NUMBER = 60

/**
 * Reads pasted lines: "100001 1Z999", with the order's number first and any of space, tab, comma, semicolon or colon
 * between, as a carrier's list has it; or the tracking numbers alone, a line for each order in the order of the
 * selection.
 */
export function readTrackingNumbers(text: string, orderIds: readonly number[]): PastedNumbers {
  const lines = withoutCopyMarks(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const named = lines.map((line) => /^#?(\d+)[\s,;:]+(\S.*)$/.exec(line))
  const isNamed = named.some((match) => match !== null && orderIds.includes(Number(match[1])))
  const byOrder = new Map<number, string>()
  const unread: string[] = []
  for (const [index, line] of lines.entries()) {
    const match = named[index]
    const id = isNamed ? Number(match?.[1]) : orderIds[index]
    const number = isNamed ? (match?.[2] ?? '').trim() : line
    const isSound = id !== undefined && orderIds.includes(id) && !byOrder.has(id) && number.length <= LONGEST_NUMBER
    if (isSound && number !== '') byOrder.set(id, number)
    else unread.push(line)
  }
  return { byOrder, unread }
}
