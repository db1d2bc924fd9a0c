/** What is typed or chosen with the arrow keys keeps them. */
const TAKES_ARROWS = 'input:not([type=checkbox]), select, textarea'
const STOPS = 'a[href], button, input[type=checkbox]'

/** Up and Down go from a control of a row to the same one of the next row: a table has several in each. */
export function moveBetweenRows(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event
  if ((key !== 'ArrowDown' && key !== 'ArrowUp') || ctrlKey || metaKey || altKey) return
  if (!(target instanceof HTMLElement) || target.matches(TAKES_ARROWS)) return
  const [cell, row] = [target.closest<HTMLTableCellElement>('td, th'), target.closest('tr')]
  const next = key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling
  if (!(next instanceof HTMLTableRowElement) || cell === null) return
  const at = [...cell.querySelectorAll(STOPS)].indexOf(target)
  const there = next.cells[cell.cellIndex]?.querySelectorAll<HTMLElement>(STOPS)
  const goal = there?.[at] ?? there?.[0]
  if (goal === undefined) return
  event.preventDefault()
  goal.focus()
}
