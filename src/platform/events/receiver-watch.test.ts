import { expect, it } from 'vitest'
import { ReceiverWatch } from './receiver-watch.ts'

it('takes a connection for away from its loss until messages are heard again, not only until it is open', () => {
  const watch = new ReceiverWatch()
  expect(watch.isAway).toBe(false)
  watch.lost()
  watch.answered()
  expect(watch.isAway).toBe(true)
  expect(watch.heard()).toBe(true)
  expect(watch.isAway).toBe(false)
})

it('says once for each loss that messages may have been missed', () => {
  const watch = new ReceiverWatch()
  expect(watch.heard()).toBe(false)
  watch.lost()
  watch.lost()
  expect([watch.heard(), watch.heard()]).toEqual([true, false])
})

it('takes the other end for silent when it has not answered by the next question, and no longer once it answers', () => {
  const watch = new ReceiverWatch()
  watch.asked()
  expect(watch.isAway).toBe(false)
  watch.asked()
  expect(watch.isAway).toBe(true)
  watch.answered()
  watch.asked()
  expect(watch.isAway).toBe(false)
})
