/** What is typed or chosen with the arrow keys keeps them. */
const TAKES_ARROWS = 'input:not([type=checkbox]), select, textarea'
const STOPS = 'a[href], button, input[type=checkbox]'
/** Lists that are no tables mark their rows. */
const ROW = 'tbody tr, [data-row]'
/** What opens a row, where its head has it. */
const ENTRANCE = 'th[scope=row] :is(a[href], button)'
/** Page Up and Page Down go so many rows. */
const ROWS_A_PAGE = 10

const STEPS: Readonly<Partial<Record<string, number>>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: ROWS_A_PAGE,
  PageUp: -ROWS_A_PAGE,
}

/** A list that has not come yet is gone to for so long. */
const WAITS_MS = 5000

/** Where somebody went before the list was there, and where they were then: who went elsewhere is not taken away. */
let awaited: { readonly go: () => void; readonly from: Element | null; readonly until: number } | null = null

/** Where in the list somebody stood last, for when the row is gone: what took its place comes next. */
let last: number | null = null

/** Up, Down, Page Up and Page Down go from a control of a row to the same one of another row: a row has several. */
function moveBetweenRows(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event
  const step = STEPS[key]
  if (step === undefined || ctrlKey || metaKey || altKey) return
  if (!(target instanceof HTMLElement) || target.matches(TAKES_ARROWS)) return
  const row = target.closest<HTMLElement>(ROW)
  const rows = [...(row?.parentElement?.children ?? [])].filter((each) => each instanceof HTMLElement)
  const goal = row === null ? undefined : reached(rows, row, step)
  if (row === null || goal === undefined) return
  const place = sameIn(goal, target)
  if (place === undefined) return
  event.preventDefault()
  if (shiftKey) selectRows([row, goal])
  stand(goal, place)
}

/** The `ref` of a list of rows. The list itself is nothing to press: the keys come from the controls in it. */
export function listenToRowKeys(list: HTMLElement | null): () => void {
  list?.addEventListener('keydown', moveBetweenRows)
  if (list !== null) goWhereAwaited()
  return () => list?.removeEventListener('keydown', moveBetweenRows)
}

/**
 * Goes to the row before or after the one that has the focus, or to the first, and selects both of them if asked to.
 * Where the list is still on its way, it goes there when it comes.
 */
export function goToRow(step: 1 | -1, isExtending: boolean): void {
  const rows = [...document.querySelectorAll<HTMLElement>(`main :is(${ROW})`)].filter(
    (row) => row.checkVisibility() && entranceOf(row) !== undefined,
  )
  const here = rowOf(document.activeElement)
  const at = last === null ? 0 : last + (step === 1 ? 0 : -1)
  const goal =
    here === null || !rows.includes(here) ? rows[Math.max(0, Math.min(at, rows.length - 1))] : reached(rows, here, step)
  const entrance = goal && entranceOf(goal)
  if (rows.length === 0) {
    const until = performance.now() + WAITS_MS
    awaited = { go: () => goToRow(step, isExtending), from: document.activeElement, until }
  }
  if (goal === undefined || entrance === undefined) return
  if (isExtending) selectRows(here === null ? [goal] : [here, goal])
  stand(goal, entrance)
}

function goWhereAwaited(): void {
  const request = awaited
  awaited = null
  if (request !== null && request.from === document.activeElement && performance.now() < request.until) request.go()
}

/** Another list is shown: its first row comes next. */
export function forgetRow(): void {
  last = null
}

/** Selects the row that has the focus, or takes it out again. @param isRange all from the last one up to it */
export function toggleRow(isRange: boolean): void {
  const tick = rowOf(document.activeElement)?.querySelector('input[type=checkbox]')
  tick?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: isRange }))
}

/** @returns gives the focus to the row, or to what took its place when it is gone; false when no row is there */
export function rememberRow(control: Element | null): () => boolean {
  const row = rowOf(control)
  const list = row?.parentElement
  const at = row === null ? -1 : [...(list?.children ?? [])].indexOf(row)
  return () => {
    const rows = list?.isConnected === true ? [...list.children] : []
    const next = rows[Math.min(at, rows.length - 1)]
    const entrance = next instanceof HTMLElement ? entranceOf(next) : undefined
    entrance?.focus({ preventScroll: true })
    return entrance !== undefined
  }
}

/** What opens a thing in a list whose rows say what they open, by `data-opens`. */
export function entranceTo(opened: string): HTMLElement | undefined {
  const row = document.querySelector<HTMLElement>(`main [data-opens="${CSS.escape(opened)}"]`)
  return row === null ? undefined : entranceOf(row)
}

const rowOf = (control: Element | null) => control?.closest<HTMLElement>(ROW) ?? null

function reached(rows: readonly HTMLElement[], from: HTMLElement, step: number): HTMLElement | undefined {
  const at = rows.indexOf(from)
  const to = Math.max(0, Math.min(at + step, rows.length - 1))
  return to === at ? undefined : rows[to]
}

function entranceOf(row: HTMLElement): HTMLElement | undefined {
  return row.querySelector<HTMLElement>(ENTRANCE) ?? row.querySelector<HTMLElement>(STOPS) ?? undefined
}

/** The control of another row that stands where this one does. */
function sameIn(row: HTMLElement, control: HTMLElement): HTMLElement | undefined {
  const cell = control.closest<HTMLTableCellElement>('td, th')
  if (cell === null || !(row instanceof HTMLTableRowElement)) return entranceOf(row)
  const at = [...cell.querySelectorAll(STOPS)].indexOf(control)
  const there = row.cells[cell.cellIndex]?.querySelectorAll<HTMLElement>(STOPS)
  return there?.[at] ?? there?.[0]
}

function selectRows(rows: readonly HTMLElement[]): void {
  for (const row of rows) row.querySelector<HTMLInputElement>('input[type=checkbox]:not(:checked)')?.click()
}

function stand(row: HTMLElement, control: HTMLElement): void {
  last = [...(row.parentElement?.children ?? [])].indexOf(row)
  control.focus()
}
