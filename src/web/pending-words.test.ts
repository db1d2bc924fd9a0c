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
/** Their failures are told in the toasts that are specified. */
const SPECIFIED_TOASTS = ['features/admin-gate/use-gate-form.ts', 'features/admin-products/use-product-form.ts']

describe('a press that asks the shop for something', () => {
  test('is answered at once: who starts a call shows that it is under way', () => {
    const silent = FILES.filter(
      ({ name, source }) => /[^.\w]useAction(<[^;]*?>)?\(/.test(source) && name !== 'lib/use-action.ts',
    ).filter(({ source }) => !/\b(?:isBusy|doing)\b/.test(source))
    expect(silent.map(({ name }) => name)).toEqual([])
  })

  test('has words of its own while it is under way, in its own button', () => {
    const wordless = FILES.flatMap(({ name, source }) =>
      (source.match(/<Button\b(?:(?!<\/Button>)[\s\S])*<\/Button>/g) ?? [])
        .filter((button) => WAITS.test(button) && !WAYS_BACK.some((way) => button.includes(way)))
        .filter((button) => !/\.\.\.'|SAVING|DOING\[|\? pending :/.test(button))
        .map((button) => ({ name, button })),
    )
    expect(wordless.map(({ name, button }) => `${name}: ${button}`)).toEqual([])
    // Who uses a button of several gives it the words.
    const given = FILES.flatMap(({ source }) => [...source.matchAll(/\bpending="([^"]*)"/g)].map(([, words]) => words))
    expect(given.filter((words) => words?.endsWith('...') !== true)).toEqual([])
  })

  test('leaves the focus where it is: what rests for the sake of a call is not disabled', () => {
    const lost = FILES.flatMap(({ name, source }) =>
      [
        ...source.matchAll(
          /<(?:Button|Select)\b(?:=>|[^<>])*?[^-\w]disabled=\{[^}]*(?:\b(?:isBusy|saving|isUnderWay|isRetrying)\b|'moving')(?:=>|[^>])*>/g,
        ),
      ]
        .map(([control]) => control)
        .filter((control) => !WAYS_BACK.some((way) => control.includes(way)))
        .map((control) => `${name}: ${control}`),
    )
    expect(lost).toEqual([])
  })

  test('leaves the focus where it is also when the rest of a button has a name', () => {
    const lost = FILES.flatMap(({ name, source }) =>
      [...source.matchAll(/const (\w+) = [^\n]*\bisBusy\b/g)]
        .filter(([, rest]) => new RegExp(`[^-\\w]disabled=\\{[^}]*\\b${rest}\\b`).test(source))
        .map(([line]) => `${name}: ${line}`),
    )
    expect(lost).toEqual([])
  })

  test('says beside the buttons of a form of the back office what failed', () => {
    const inToasts = FILES.filter(
      ({ name, source }) => name.startsWith('features/admin-') && /\buseContractForm\b[<(]/.test(source),
    ).map(({ name }) => name)
    expect(inToasts.toSorted()).toEqual(SPECIFIED_TOASTS)
  })

  test('says above the buttons of a form, and there alone, that somebody else has saved the same', () => {
    const rebasing = FILES.filter(({ source }) => source.includes('<RebasedNote'))
    expect(rebasing).toHaveLength(4)
    const elsewhere = rebasing.filter(({ source }) => !/<RebasedNote[^>]*\/>\}\s*<(?:FormProblem|Alert)\b/.test(source))
    expect(elsewhere.map(({ name }) => name)).toEqual([])
    const twice = FILES.filter(({ source }) =>
      /description: [^\n]*(?:Somebody else|message\} What you typed)/.test(source),
    )
    expect(twice.map(({ name }) => name)).toEqual([])
  })

  test('opens a form of the back office with the focus in it at once', () => {
    const late = FILES.filter(
      ({ name, source }) => name.startsWith('features/admin-') && /useEffect\(\(\) => setFocus/.test(source),
    )
    expect(late.map(({ name }) => name)).toEqual([])
  })

  test('says soon what failed: who looks at how things are now does not wait for it as for a call', () => {
    const failures = FILES.flatMap(({ name, source }) =>
      [...source.matchAll(/async \((\w+)(?:, \w+)?\) => \{((?:(?!\n {4}\},)[\s\S])*)/g)]
        .filter(([, error, body]) => body?.includes(`errorMessage(${error}`))
        .map(([, , body = '']) => ({ name, body })),
    )
    expect(failures.length).toBeGreaterThan(10)
    const waiting = failures.filter(({ body }) => /await (?:on[A-Z]\w*|retry)\(/.test(body))
    expect(waiting.map(({ name }) => name)).toEqual([])
  })

  test('is known by what the call was started with, not by a state of its own', () => {
    const kept = FILES.flatMap(({ name, source }) =>
      [...source.matchAll(/\b(?:\w+\.)?isBusy && \w+ ===.*|isBusy \? (?:pressed|latest|what)\b.*/g)].map(
        ([line]) => `${name}: ${line}`,
      ),
    )
    expect(kept).toEqual([])
  })

  test('leaves the focus on the button that sends a form', () => {
    const lost = FILES.filter(({ source }) => /[^-\w]disabled=\{(?![^}]*!isSubmitting)[^}]*isSubmitting/.test(source))
    expect(lost.map(({ name }) => name)).toEqual([])
  })
})
