import { pino } from 'pino'
import { onShutdown } from '#platform/process/shutdown'

/**
 * A process that closes three parts, for tests that signal it. Its argument says how: `well`, `failing` (the second
 * part throws), `hanging` (the second part never closes), `faulty` (an error that is not caught), `careless` (a
 * promise that nobody waits for).
 */
const mode = process.argv[2]
const print = (text: string) => process.stdout.write(`${text}\n`)
const isClosing = onShutdown(pino({ level: 'silent' }), [
  ['first', () => print('first')],
  [
    'second',
    async () => {
      print(isClosing() ? 'second' : 'second, and not closing')
      if (mode === 'failing') throw new Error('stuck')
      if (mode === 'hanging') await new Promise(() => {})
    },
  ],
  ['third', () => print('third')],
])
if (isClosing()) print('closing from the beginning')
if (mode === 'careless') void Promise.reject(new Error('not awaited'))
if (mode === 'faulty') {
  setTimeout(() => {
    throw new Error('not caught')
  }, 10)
}
setInterval(() => {}, 1000)
// Not before the error, of which a stall would make it a part.
if (mode !== 'faulty') setTimeout(print, 100, 'open')
