// npm run working-day [-- --write]: counts the presses of a day in the back office, by mouse and by keyboard alone
// (docs/working-day.md). It takes some minutes and is no test: a step that cannot be taken ends it.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { prepareDay, type Day } from './working-day/prepare-day.ts'
import { createKeyboard, createMouse, type Operator } from './working-day/operators.ts'
import { openBackOffice, startShop } from './working-day/shop.ts'
import { WORK } from './working-day/work.ts'

const DOCUMENT = 'docs/working-day.md'
const BEGIN = '<!-- figures -->\n'
const END = '<!-- end of figures -->'

interface Counted {
  readonly presses: number
  readonly entries: number
  readonly seconds: number
}

const { values: options } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const byMouse = await runDay('mouse', createMouse)
const byKeyboard = await runDay('keyboard', createKeyboard)
const table = tableOf(byMouse, byKeyboard)
console.log(`\n${table}`)
if (options.write) {
  const [before, rest = ''] = readFileSync(DOCUMENT, 'utf8').split(BEGIN)
  writeFileSync(DOCUMENT, `${before}${BEGIN}\n${table}\n${END}${rest.split(END)[1] ?? ''}`)
}

/** Does the day's work on a shop of its own. @throws Error when something cannot be done */
async function runDay(name: string, createOperator: (page: Day['page']) => Operator): Promise<readonly Counted[]> {
  const shop = await startShop()
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
  try {
    const { page, callStaff } = await openBackOffice(browser, shop.url)
    const day = await prepareDay(shop.url, page, callStaff)
    const counted: Counted[] = []
    for (const { what, prepare, run } of WORK) {
      await prepare(day)
      const operator = createOperator(page)
      const began = performance.now()
      await run(day, operator)
      const seconds = Math.round((performance.now() - began) / 1000)
      counted.push({ presses: operator.presses(), entries: operator.entries(), seconds })
      console.log(`${name.padEnd(10)}${String(operator.presses()).padStart(5)} presses  ${what}`)
    }
    return counted
  } finally {
    await browser.close()
    await shop.stop()
  }
}

function tableOf(mouse: readonly Counted[], keyboard: readonly Counted[]): string {
  const rows = WORK.map(({ what }, at) => {
    const [m, k] = [mouse[at], keyboard[at]]
    return `| ${what} | ${m?.presses} | ${k?.presses} | ${m?.entries} | ${m?.seconds} s |`
  })
  return [
    '| work | presses by mouse | by keyboard | entries | time by mouse |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
