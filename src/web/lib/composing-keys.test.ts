import { expect, it } from 'vitest'
import { leaveKeysToInputMethods } from './composing-keys.ts'

const press = (key: object) => Object.assign(new Event('keydown', { cancelable: true }), key)

it('keeps the keys by which a word is composed from the page, and from nobody else', () => {
  const page = new EventTarget()
  leaveKeysToInputMethods(page)
  const heard: string[] = []
  page.addEventListener('keydown', (event) => heard.push((event as KeyboardEvent).key), { capture: true })
  for (const key of ['ArrowDown', 'Enter', 'Escape']) {
    const composing = press({ key, isComposing: true, keyCode: 13 })
    expect(page.dispatchEvent(composing), 'the browser goes on').toBe(true)
    page.dispatchEvent(press({ key, isComposing: false, keyCode: 229 }))
  }
  expect(heard).toEqual([])
  page.dispatchEvent(press({ key: 'Enter', isComposing: false, keyCode: 13 }))
  expect(heard).toEqual(['Enter'])
})
