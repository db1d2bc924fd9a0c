import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenIdle } from './when-idle.ts'

let readyState = 'complete'
let listeners: (() => void)[] = []
let idle: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  readyState = 'complete'
  listeners = []
  idle = []
  vi.stubGlobal('document', {
    get readyState() {
      return readyState
    },
  })
  vi.stubGlobal('window', {
    setTimeout: (...args: Parameters<typeof setTimeout>) => setTimeout(...args),
    clearTimeout: (timer: NodeJS.Timeout) => clearTimeout(timer),
    addEventListener: (_name: string, listener: () => void) => listeners.push(listener),
    removeEventListener: (_name: string, listener: () => void) => {
      listeners = listeners.filter((other) => other !== listener)
    },
    requestIdleCallback: (task: () => void) => idle.push(task),
    cancelIdleCallback: (handle: number) => {
      idle[handle - 1] = () => {}
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('waits for the page to be loaded, then for the browser to be idle', () => {
  readyState = 'loading'
  const task = vi.fn()
  whenIdle(task)
  expect(idle).toHaveLength(0)
  for (const listener of listeners) listener()
  expect(task).not.toHaveBeenCalled()
  idle[0]?.()
  expect(task).toHaveBeenCalledOnce()
})

test('comes three seconds later where a browser knows no idle time', () => {
  Reflect.deleteProperty(window, 'requestIdleCallback')
  const task = vi.fn()
  whenIdle(task)
  vi.advanceTimersByTime(2999)
  expect(task).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(task).toHaveBeenCalledOnce()
})

test('is called off before the page is loaded, before it is idle, and before the time is over', () => {
  const task = vi.fn()
  readyState = 'loading'
  whenIdle(task)()
  expect(listeners).toHaveLength(0)
  readyState = 'complete'
  whenIdle(task)()
  idle[0]?.()
  Reflect.deleteProperty(window, 'requestIdleCallback')
  whenIdle(task)()
  vi.advanceTimersByTime(10_000)
  expect(task).not.toHaveBeenCalled()
})
