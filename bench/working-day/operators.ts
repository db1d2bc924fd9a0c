import { expect, type Locator, type Page } from '@playwright/test'

/** More presses to a place than this, and it cannot be reached by keyboard. */
const FARTHEST = 300
const PATIENCE_MS = 30_000

/**
 * How somebody works, with what it costs: presses of a button or key, and texts that are typed, pasted or chosen as
 * files.
 */
export interface Operator {
  /** Goes to a tab of the back office. @param letter the key that leads there after G */
  goTo(tab: string, letter: string): Promise<void>
  press(target: Locator): Promise<void>
  /** Presses with the Shift key down. */
  extend(target: Locator): Promise<void>
  type(target: Locator, text: string): Promise<void>
  choose(select: Locator, label: string | RegExp): Promise<void>
  chooseFile(button: Locator, input: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>
  /** Closes the dialog that is open. */
  close(): Promise<void>
  presses(): number
  entries(): number
}

const dialogOf = (page: Page) => page.getByRole('dialog').last()

/** A press is a click; to choose from a list are two. */
export function createMouse(page: Page): Operator {
  let presses = 0
  let entries = 0
  const press = async (target: Locator, modifiers: 'Shift'[] = []) => {
    await target.click({ modifiers, timeout: PATIENCE_MS })
    presses += 1
  }
  return {
    goTo: (tab) => press(page.getByRole('tab', { name: tab })),
    press,
    extend: (target) => press(target, ['Shift']),
    async type(target, text) {
      await target.waitFor({ timeout: PATIENCE_MS })
      if (!(await isFocused(target))) await press(target)
      await target.fill(text)
      entries += 1
    },
    async choose(select, label) {
      await select.selectOption(await valueOf(select, label), { timeout: PATIENCE_MS })
      presses += 2
    },
    async chooseFile(button, input, file) {
      await button.waitFor({ timeout: PATIENCE_MS })
      await input.setInputFiles(file)
      presses += 1
      entries += 1
    },
    close: () => closing(page, () => press(dialogOf(page).getByRole('button', { name: 'Close', exact: true }))),
    presses: () => presses,
    entries: () => entries,
  }
}

/** Every press of a key counts, those of Tab too; Ctrl or Shift with a key is one. What has a key is pressed by it. */
export function createKeyboard(page: Page): Operator {
  let presses = 0
  let entries = 0
  const key = async (name: string) => {
    await page.keyboard.press(name)
    presses += 1
  }

  async function reach(target: Locator): Promise<void> {
    await target.waitFor({ timeout: PATIENCE_MS })
    for (let step = 0; step < FARTHEST; step += 1) {
      if (await isFocused(target)) return
      await key(await nextKey(target))
    }
    throw new Error(`The keyboard does not reach ${String(target)}`)
  }

  /** Stands in the row of something that selects or opens it. */
  async function reachRow(target: Locator): Promise<void> {
    await target.waitFor({ timeout: PATIENCE_MS })
    for (let step = 0; step < FARTHEST; step += 1) {
      const next = await nextRowKey(target)
      if (next === null) return
      await key(next)
    }
    throw new Error(`The keyboard does not reach the row of ${String(target)}`)
  }
  /** An arrow that goes to a choice chooses it. */
  const isChosen = (target: Locator) =>
    target.evaluate((element) => element instanceof HTMLInputElement && element.type === 'radio' && element.checked)

  const press = async (target: Locator) => {
    await target.waitFor({ timeout: PATIENCE_MS })
    const own = await ownKey(target)
    if (own !== null) {
      // What is not ready yet cannot be pressed by the mouse either.
      await expect(target).toBeEnabled({ timeout: PATIENCE_MS })
      return key(own)
    }
    const part = await partOfRow(target)
    if (part !== null) {
      await reachRow(target)
      return key(part === 'checkbox' ? 'x' : 'Enter')
    }
    await reach(target)
    if (await isChosen(target)) return
    const isCheckable = await target.evaluate((element) => element instanceof HTMLInputElement)
    await key(isCheckable ? 'Space' : 'Enter')
  }
  return {
    async goTo(_tab, letter) {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      await key('g')
      await key(letter)
    },
    press,
    async extend(target) {
      await reachRow(target)
      await key('Shift+X')
    },
    async type(target, text) {
      await target.waitFor({ timeout: PATIENCE_MS })
      const own = await ownKey(target)
      if (own !== null && !(await isFocused(target))) await key(own)
      await reach(target)
      await target.fill(text)
      entries += 1
    },
    async choose(select, label) {
      await reach(select)
      // The first letters of an option choose it.
      await select.selectOption(await valueOf(select, label))
      presses += 1
    },
    async chooseFile(button, input, file) {
      await reach(button)
      await input.setInputFiles(file)
      presses += 1
      entries += 1
    },
    close: () => closing(page, () => key('Escape')),
    presses: () => presses,
    entries: () => entries,
  }
}

async function closing(page: Page, close: () => Promise<void>): Promise<void> {
  const dialog = dialogOf(page)
  await close()
  await dialog.waitFor({ state: 'detached', timeout: PATIENCE_MS })
}

async function valueOf(select: Locator, label: string | RegExp): Promise<string> {
  const options = await select.evaluate((element) =>
    [...(element as HTMLSelectElement).options].map(({ value, label: shown }) => ({ value, label: shown })),
  )
  const found = options.find((option) =>
    typeof label === 'string' ? option.label === label : label.test(option.label),
  )
  if (found === undefined) throw new Error(`There is no option ${String(label)}`)
  return found.value
}

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** The key that a control names, as the shortcuts' list does; null where there is none, or where it would be typed. */
function ownKey(target: Locator): Promise<string | null> {
  return target.evaluate((asked) => {
    const isTyping =
      document.activeElement?.matches('input:not([type=checkbox], [type=radio]), textarea, select') === true
    const isSearch = asked instanceof HTMLInputElement && asked.type === 'search' && asked.closest('main') !== null
    const [own = null] = isSearch ? ['/'] : (asked.getAttribute('aria-keyshortcuts')?.split(' ') ?? [])
    return own === null || (isTyping && own.length === 1) ? null : own
  })
}

/** Whether it selects or opens its row. */
function partOfRow(target: Locator): Promise<'checkbox' | 'opener' | null> {
  return target.evaluate((asked) => {
    const row = asked.closest('main :is(tbody tr, [data-row])')
    if (row === null) return null
    if (asked instanceof HTMLInputElement && asked.type === 'checkbox') return 'checkbox'
    const opener = row.querySelector('th[scope=row] button') ?? row.querySelector('a[href], button')
    return asked === opener ? 'opener' : null
  })
}

/** The key that leads nearer to a row; null in it. */
function nextRowKey(target: Locator): Promise<string | null> {
  return target.evaluate((asked) => {
    const rows = [...document.querySelectorAll('main :is(tbody tr, [data-row])')]
    const [at, goal] = [document.activeElement, asked].map((each) => rows.findIndex((row) => row.contains(each))) as [
      number,
      number,
    ]
    if (at === goal) return null
    if (at < 0) return document.activeElement?.matches('[type=search]') === true ? 'ArrowDown' : 'j'
    const far = Math.abs(goal - at) > 5 && (goal > at ? at + 10 < rows.length : at - 10 >= 0)
    if (far) return goal > at ? 'PageDown' : 'PageUp'
    return goal > at ? 'j' : 'k'
  })
}

/** The key that somebody presses next on the way to a place: Tab, in the shorter direction, or an arrow among choices. */
function nextKey(target: Locator): Promise<'Tab' | 'Shift+Tab' | 'ArrowUp' | 'ArrowDown'> {
  return target.evaluate((asked) => {
    const here = document.activeElement
    let goal = asked
    if (asked instanceof HTMLInputElement && asked.type === 'radio') {
      const group = [...document.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${asked.name}"]`)]
      const at = group.indexOf(here as HTMLInputElement)
      if (at >= 0) return at < group.indexOf(asked) ? 'ArrowDown' : 'ArrowUp'
      // Tab goes to the choice of a group that is chosen.
      goal = group.find(({ checked }) => checked) ?? asked
    }

    const stops = [
      ...(goal.closest('[role=dialog]') ?? document).querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex]',
      ),
    ].filter(
      (each) =>
        each.tabIndex >= 0 &&
        !each.matches(':disabled') &&
        each.checkVisibility() &&
        (each === goal || !each.matches('[type=radio]:not(:checked)')),
    )
    const [from, to] = [stops.indexOf(here as HTMLElement), stops.indexOf(goal as HTMLElement)]
    if (from < 0 || to < 0) return 'Tab'
    return (to - from + stops.length) % stops.length > stops.length / 2 ? 'Shift+Tab' : 'Tab'
  })
}
