import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createJointWriter } from './joint-writer.ts'

/** Answers whose names are noted when they are ended. */
function setUp() {
  const ended: string[] = []
  const writer = createJointWriter()
  const end = (name: string) => {
    const answer = { end: () => ended.push(name) }
    writer.end(answer as unknown as ServerResponse, Buffer.from(name))
  }
  return { ended, end, writer }
}

function waitUntilLater(): void {
  for (const begun = performance.now(); performance.now() - begun < 2;);
}

it('ends answers at the end of the turn, in their order', async () => {
  // Where the machine does something else for a millisecond, the second would end both.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { ended, end } = setUp()
  end('one')
  end('two')
  expect(ended).toEqual([])
  await setImmediate()
  expect(ended).toEqual(['one', 'two'])
})

it('lets nobody wait for what takes long', async () => {
  const { ended, end, writer } = setUp()
  end('one')
  waitUntilLater()
  end('two')
  expect(ended).toEqual(['one', 'two'])
  end('three')
  writer.flush()
  expect(ended).toEqual(['one', 'two', 'three'])
  await setImmediate()
  expect(ended).toHaveLength(3)
})
