import { pino } from 'pino'
import { onShutdown } from '#platform/shutdown'

/**
 * A process that closes three parts, for tests that signal it. Its argument says how: `well`, `failing` (the second
 * part throws), `hanging` (the second part never closes), `faulty` (an error that nobody catches), `careless` (a
 * promise that nobody waits for).
 */
const manner = process.argv[2]
const say = (text: string) => process.stdout.write(`${text}\n`)
onShutdown(pino({ level: 'silent' }), [
  ['first', () => say('first')],
  [
    'second',
    async () => {
      say('second')
      if (manner === 'failing') throw new Error('stuck')
      if (manner === 'hanging') await new Promise(() => {})
    },
  ],
  ['third', () => say('third')],
])
if (manner === 'careless') void Promise.reject(new Error('nobody waits'))
if (manner === 'faulty') {
  setTimeout(() => {
    throw new Error('nobody catches')
  }, 10)
}
setInterval(() => {}, 1000)
setTimeout(say, 100, 'open')
