import { renderToString } from 'react-dom/server.edge'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-client.ts'
import { runOnce, useAction, type Action } from './use-action.ts'

const REFUSED = new ApiError(
  409,
  'Conflict',
  JSON.stringify({ code: 'CONFLICT', message: 'It has shipped already.', requestId: 'r' }),
)
const BAD_GATEWAY = new ApiError(502, 'Bad Gateway', '')
const LOST = new TypeError('Failed to fetch')

const isRunning = { current: false }
const show = vi.fn<Parameters<typeof runOnce<string>>[4]>()
const run = (action: () => Promise<void>, failure: Parameters<typeof runOnce<string>>[3] = 'Not canceled.') =>
  runOnce(isRunning, 'cancel', action, failure, show)
const fail = (error: Error) => async () => {
  throw error
}
const BUSY = { isBusy: true, last: 'cancel', problem: null }
const DONE = { isBusy: false, last: 'cancel', problem: null }

/** A promise that waits for the test. */
function pending<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((done) => (resolve = done))
  return { promise, resolve }
}

/** All that was shown, in order. */
const shown = () => show.mock.calls.map(([state]) => state)

beforeEach(() => {
  isRunning.current = false
  show.mockReset()
})

describe('a call that a press starts', () => {
  it('has not begun when its button is drawn', () => {
    let drawn: Action<void> | null = null
    function Spy() {
      drawn = useAction(async () => {}, 'Not canceled.')
      return null
    }
    renderToString(<Spy />)
    expect(drawn).toMatchObject({ isBusy: false, doing: undefined, last: undefined, problem: null })
  })

  it('is busy until it has ended', async () => {
    const call = pending<void>()
    const ending = run(() => call.promise)
    expect(shown()).toEqual([BUSY])
    call.resolve()
    await ending
    expect(shown()).toEqual([BUSY, DONE])
  })

  it('runs once, however often it is pressed, and again when it has ended', async () => {
    const call = pending<void>()
    const action = vi.fn(() => call.promise)
    const presses = [run(action), run(action), run(action)]
    call.resolve()
    await Promise.all(presses)
    expect(action).toHaveBeenCalledOnce()
    expect(shown()).toEqual([BUSY, DONE])
    await run(action)
    expect(action).toHaveBeenCalledTimes(2)
  })

  it('says what it was started with, also when another button is pressed meanwhile, and when it has ended', async () => {
    const call = pending<void>()
    const action = vi.fn<(input: string) => Promise<void>>(() => call.promise)
    const presses = ['save', 'delete'].map((input) => runOnce(isRunning, input, action, 'Not canceled.', show))
    expect(shown()).toEqual([{ ...BUSY, last: 'save' }])
    call.resolve()
    await Promise.all(presses)
    expect(action).toHaveBeenCalledExactlyOnceWith('save')
    expect(shown().at(-1), 'beside which button its end is said').toStrictEqual({ ...DONE, last: 'save' })
  })

  it('keeps what went wrong until it is pressed again', async () => {
    await run(fail(REFUSED))
    expect(shown()).toEqual([BUSY, { ...DONE, problem: 'It has shipped already.' }])
    await run(async () => {})
    expect(shown().slice(2)).toEqual([BUSY, DONE])
  })

  it('that throws before it gives a promise has failed like any other, and can be pressed again', async () => {
    await run(() => {
      throw LOST
    })
    expect(shown().at(-1)).toMatchObject({ ...DONE, problem: expect.stringContaining('Not canceled.') })
    await run(async () => {})
    expect(shown().at(-1)).toEqual(DONE)
  })
})

describe('what is said of a call that failed', () => {
  it.each([
    ['the server’s own sentence', REFUSED, 'It has shipped already.'],
    ['the text and to try again where the shop gives none', BAD_GATEWAY, 'Not canceled. Please try again in a moment.'],
    ['the text and the connection where no answer came', LOST, 'Not canceled. Check the connection and try again.'],
  ])('is %s', async (_what, error, sentence) => {
    await run(fail(error))
    expect(shown().at(-1)).toEqual({ ...DONE, problem: sentence })
  })

  it.each([
    ['a sentence', () => 'It is canceled already.', 'It is canceled already.'],
    ['a sentence later', async () => 'It is canceled already.', 'It is canceled already.'],
    ['nothing, because it was shown elsewhere', () => null, null],
  ])('may be decided by a function that gives %s', async (_what, failure, problem) => {
    const decide = vi.fn<(error: unknown, input: string) => string | null | Promise<string | null>>(failure)
    await run(fail(REFUSED), decide)
    expect(decide).toHaveBeenCalledExactlyOnceWith(REFUSED, 'cancel')
    expect(shown()).toEqual([BUSY, { ...DONE, problem }])
  })

  const throwing = () => {
    throw LOST
  }
  it.each<[string, () => Promise<string | null>, string]>([
    ['throws', throwing, 'Something went wrong. Check the connection and try again.'],
    ['rejects', fail(LOST), 'Something went wrong. Check the connection and try again.'],
    ['is refused what it reads', fail(REFUSED), 'It has shipped already.'],
  ])('is said also when that function %s', async (_what, failure, sentence) => {
    await run(fail(LOST), failure)
    expect(shown().at(-1)).toEqual({ ...DONE, problem: sentence })
    expect(isRunning.current).toBe(false)
  })

  it('keeps it busy until that is decided', async () => {
    const reading = pending<string>()
    const action = vi.fn(fail(LOST))
    const ending = run(action, () => reading.promise)
    await vi.waitFor(() => expect(action).toHaveBeenCalledOnce())
    await run(action)
    expect(shown(), 'the second press counts for nothing').toEqual([BUSY])
    reading.resolve('It is canceled already.')
    await ending
    expect(action).toHaveBeenCalledOnce()
    expect(shown()).toEqual([BUSY, { ...DONE, problem: 'It is canceled already.' }])
  })
})
