import { expect, test } from 'vitest'
import { TOOLTIP_RULES } from './tooltip-layer.tsx'

test('a tooltip opens after 700 ms, and the next one within 300 ms at once (specification 1, section 9)', () => {
  expect(TOOLTIP_RULES).toEqual({ openDelayMs: 700, skipDelayMs: 300 })
})
