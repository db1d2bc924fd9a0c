import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { eventually } from '../../testing/eventually.ts'

function start(manner: string): { child: ChildProcess; said: () => readonly string[]; ended: Promise<unknown[]> } {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/testing/closing-process.ts', manner], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout?.on('data', (chunk) => (text += String(chunk)))
  return { child, said: () => text.split('\n').filter((line) => line !== ''), ended: once(child, 'exit') }
}

const opens = (said: () => readonly string[]) =>
  eventually(() => expect(said()).toContain('open'), { withinMs: 15_000 })

it.each(['SIGTERM', 'SIGINT'] as const)(
  'a process that gets %s closes its parts in order and ends well',
  async (signal) => {
    const { child, said, ended } = start('well')
    await opens(said)
    child.kill(signal)
    expect(await ended).toEqual([0, null])
    expect(said()).toEqual(['open', 'first', 'second', 'third'])
  },
)

it('a part that fails to close does not keep the others open', async () => {
  const { child, said, ended } = start('failing')
  await opens(said)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(said()).toEqual(['open', 'first', 'second', 'third'])
})

it('a second signal ends a process that does not close', async () => {
  const { child, said, ended } = start('hanging')
  await opens(said)
  child.kill('SIGTERM')
  await eventually(() => expect(said()).toContain('second'))
  child.kill('SIGTERM')
  expect(await ended).toEqual([1, null])
})

it('an error that nobody catches closes the parts and ends with a failure', async () => {
  const { said, ended } = start('faulty')
  expect(await ended).toEqual([1, null])
  expect(said()).toEqual(['first', 'second', 'third'])
})

it('a promise that nobody waits for does not end the process', async () => {
  const { child, said, ended } = start('careless')
  await opens(said)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

it('a fault of the machine ends a process at once, instead of failing for ever', async () => {
  const { child, said, ended } = start('well')
  await opens(said)
  child.kill('SIGSEGV')
  expect(await ended).toEqual([null, 'SIGSEGV'])
  expect(said()).toEqual(['open'])
})
