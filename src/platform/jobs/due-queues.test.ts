import { expect, it } from 'vitest'
import { DueQueues } from './due-queues.ts'

it('gives each queue once, in the order in which they became due', () => {
  const due = new DueQueues()
  for (const queue of ['mail', 'imports', 'mail']) due.add(queue)
  expect(due.take()).toEqual(['mail', 'imports'])
  expect([due.areThereAny, due.take()]).toEqual([false, []])
})

it('gives a queue with more jobs its next turn behind those that became due meanwhile', () => {
  const due = new DueQueues()
  due.begin('mail')
  due.add('imports')
  due.end('mail', { areAll: false, hasRoom: true })
  expect(due.take()).toEqual(['imports', 'mail'])
})

it('takes a queue for crowded while its jobs are looked for, and until all of them were found', () => {
  const due = new DueQueues()
  expect(due.isCrowded('mail')).toBe(false)
  due.begin('mail')
  expect(due.isCrowded('mail')).toBe(true)
  due.end('mail', { areAll: false, hasRoom: false })
  expect([due.isCrowded('mail'), due.areThereAny]).toEqual([true, false])
  due.begin('mail')
  due.end('mail', { areAll: true, hasRoom: true })
  expect([due.isCrowded('mail'), due.areThereAny]).toEqual([false, false])
})
