import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const HERE = import.meta.dirname
const FILES = readdirSync(HERE, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => ({ name, source: readFileSync(join(HERE, name), 'utf8') }))

/** Whether it is under way, in a button's `disabled` or `aria-disabled`. */
const WAITS = /(?:aria-)?disabled=\{[^}]*(?:isBusy|isDeleting|isChanging|isSigningOut|saving|preparing)\b/
/** Buttons that rest while something else is under way, and ask for nothing themselves. */
const WAYS_BACK = ['onChange(null)', 'onClose', 'setEnding(true)']
/** Several of one kind, whose step at the foot of the dialog says what is under way. */
const ANSWERS_OF_A_GROUP = ['features/admin-imports/failure-groups.tsx']

describe('a press that asks the shop for something', () => {
  test('is answered at once: who starts a call shows that it is under way', () => {
    const silent = FILES.filter(
      ({ name, source }) => /[^.\w]useAction(<[^;]*?>)?\(/.test(source) && name !== 'lib/use-action.ts',
    ).filter(({ source }) => !source.includes('isBusy'))
    expect(silent.map(({ name }) => name)).toEqual([])
  })

  test('has words of its own while it is under way, in its own button', () => {
    const wordless = FILES.flatMap(({ name, source }) =>
      (source.match(/<Button\b(?:(?!<\/Button>)[\s\S])*<\/Button>/g) ?? [])
        .filter((button) => WAITS.test(button) && !WAYS_BACK.some((way) => button.includes(way)))
        .filter((button) => !/\.\.\.'|SAVING|DOING\[/.test(button))
        .map((button) => ({ name, button })),
    )
    const unknown = wordless.filter(({ name }) => !ANSWERS_OF_A_GROUP.includes(name))
    expect(unknown.map(({ name, button }) => `${name}: ${button}`)).toEqual([])
  })

  test('leaves the focus where it is: a button that rests for the sake of its own call is not disabled', () => {
    const lost = FILES.flatMap(({ name, source }) =>
      [...source.matchAll(/<Button\b[^<]*?[^-\w]disabled=\{(?:\w+\.)?isBusy\b[^<]*?[{( ]run\(/g)].map(
        ([button]) => `${name}: ${button}`,
      ),
    )
    expect(lost).toEqual([])
  })
})
