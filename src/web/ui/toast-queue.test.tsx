import { renderToString } from 'react-dom/server.edge'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  dismissForScreen,
  dismissToast,
  noteRendered,
  toast,
  TOAST_RULES,
  useToasts,
  type ShownToast,
} from './toast-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function shown(): readonly ShownToast[] {
  let toasts: readonly ShownToast[] = []
  function Spy() {
    toasts = useToasts()
    return null
  }
  renderToString(<Spy />)
  return toasts
}

test('a notice stays for five seconds, goes by a swipe to the right and is reached by F8', () => {
  expect(TOAST_RULES).toMatchObject({
    durationMs: 5000,
    swipeDirection: 'right',
    swipeThresholdPx: 50,
    hotkey: 'F8',
  })
})

test('one notice at a time: a new one replaces the one before', () => {
  toast({ title: 'Added to cart' })
  toast({ title: 'Added to wishlist' })
  expect(shown().map(({ title, isOpen }) => ({ title, isOpen }))).toEqual([
    { title: 'Added to wishlist', isOpen: true },
  ])
})

test('a dismissed notice closes at once and is forgotten after 1,000,000 ms', () => {
  toast({ title: 'Cart updated' })
  const [only] = shown()
  dismissToast(only?.id ?? 0)
  expect(shown()).toMatchObject([{ title: 'Cart updated', isOpen: false }])
  vi.advanceTimersByTime(999_999)
  expect(shown()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(shown()).toHaveLength(0)
})

test('a caller can dismiss the toast it showed', () => {
  const takeBack = toast({ title: 'Saved' })
  takeBack()
  expect(shown()[0]?.isOpen).toBe(false)
})

test('a notice ends with its screen, but one that came with the change of the screen stays', () => {
  toast({ title: 'Cart updated' })
  noteRendered(shown())
  vi.advanceTimersByTime(1001)
  dismissForScreen('/checkout')
  expect(shown()[0]?.isOpen).toBe(false)

  toast({ title: 'Login successful!' })
  noteRendered(shown())
  vi.advanceTimersByTime(200)
  dismissForScreen('/')
  expect(shown()[0]?.isOpen).toBe(true)
})

test('a notice that was rendered no sooner than the next screen stays, however long both took', () => {
  toast({ title: 'Product created' })
  vi.advanceTimersByTime(3000)
  noteRendered(shown())
  dismissForScreen('/admin/products')
  expect(shown()[0]?.isOpen).toBe(true)
  vi.advanceTimersByTime(1001)
  noteRendered(shown())
  dismissForScreen('/admin/orders')
  expect(shown()[0]?.isOpen, 'rendered again is no later').toBe(false)
})

test('a notice ends with its screen also when the clock is set back meanwhile', () => {
  toast({ title: 'Cart updated' })
  noteRendered(shown())
  vi.advanceTimersByTime(1001)
  vi.setSystemTime(Date.now() - 60_000)
  dismissForScreen('/checkout')
  expect(shown()[0]?.isOpen).toBe(false)
})

test('a notice that nobody has seen yet stays', () => {
  toast({ title: 'You are offline' })
  vi.advanceTimersByTime(3000)
  dismissForScreen('/checkout')
  expect(shown()[0]?.isOpen).toBe(true)
})

test('a notice ends at once where it points to', () => {
  toast({ title: 'Added to cart', action: { label: 'View cart', to: '/cart' } })
  dismissForScreen('/cart')
  expect(shown()[0]?.isOpen).toBe(false)
})
