import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createJointAnswers } from './joint-answers.ts'

/** What happens to answers, by their names. */
function setUp() {
  const seen: string[] = []
  const joint = createJointAnswers()
  const end = (name: string) => {
    const answer = { end: () => seen.push(`${name} ended`) }
    joint.end(answer as unknown as ServerResponse, Buffer.from(name))
  }
  return { seen, joint, end }
}

/** Where the machine does something else for a millisecond, the second answer would end all. */
function stopTheClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

function waitUntilLater(): void {
  for (const begun = performance.now(); performance.now() - begun < 2;);
}

it('begins at the end of the turn, step by step beside the others, and ends all together', async () => {
  stopTheClock()
  const { seen, joint, end } = setUp()
  const make = async (name: string) => {
    seen.push(`${name} begun`)
    await Promise.resolve()
    seen.push(`${name} made`)
    end(name)
  }
  joint.begin(() => void make('one'))
  joint.begin(() => void make('two'))
  joint.after(() => seen.push('another route'))
  expect(seen).toEqual([])
  await setImmediate()
  expect(seen).toEqual(['one begun', 'two begun', 'one made', 'two made', 'one ended', 'two ended', 'another route'])
})

it('lets nobody wait for an answer that waits for something else', async () => {
  const { seen, joint, end } = setUp()
  let finish = () => {}
  joint.begin(() => void new Promise<void>((resolve) => (finish = resolve)).then(() => end('slow')))
  joint.begin(() => end('quick'))
  await setImmediate()
  expect(seen).toEqual(['quick ended'])
  joint.after(() => seen.push('another route'))
  finish()
  await setImmediate()
  expect(seen).toEqual(['quick ended', 'another route', 'slow ended'])
})

it('lets nobody wait for what takes long to make', async () => {
  const { seen, end } = setUp()
  end('one')
  waitUntilLater()
  end('two')
  expect(seen).toEqual(['one ended', 'two ended'])
  await setImmediate()
  expect(seen).toHaveLength(2)
})

it('lets another route wait for what is ready', async () => {
  stopTheClock()
  const { seen, joint, end } = setUp()
  end('one')
  joint.after(() => seen.push('another route'))
  await setImmediate()
  expect(seen).toEqual(['one ended', 'another route'])
})
