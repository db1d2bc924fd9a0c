import { expect, test } from 'vitest'
import { bringIntoSight } from './use-in-sight.ts'

/** Words in a form, and what has the focus: in that form, or elsewhere. @returns what came into sight, in that order */
function broughtBy(place: 'in the form' | 'elsewhere' | 'nowhere'): readonly string[] {
  const shown: string[] = []
  const part = (name: string) => ({
    scrollIntoView: ({ block }: { readonly block: string }) => void shown.push(`${name}, ${block}`),
  })
  const pressed = part('button')
  const form = { contains: (each: unknown) => place === 'in the form' && each === pressed }
  const words = { ...part('words'), closest: () => form }
  bringIntoSight(words as unknown as HTMLElement, place === 'nowhere' ? null : (pressed as unknown as Element))
  return shown
}

test('why a form was not sent comes into sight, after the button that it has pushed out of it', () => {
  expect(broughtBy('in the form')).toEqual(['button, nearest', 'words, nearest'])
})

test.each(['elsewhere', 'nowhere'] as const)('nothing moves for what has the focus %s', (place) => {
  expect(broughtBy(place)).toEqual(['words, nearest'])
})
