import type { PeopleHere } from '#contracts/presence'
import { expect, it } from 'vitest'
import type { PlaceKind } from '#contracts/staff-paths'
import { wordsOfPeople } from './people-words.ts'

const editing = (...names: string[]) => names.map((name) => ({ name, isEditing: true }))
const looking = (...names: string[]) => names.map((name) => ({ name, isEditing: false }))

it.each<[PeopleHere, PlaceKind, string]>([
  [editing('Ada'), 'product', 'Ada is editing this product.'],
  [looking('Ada'), 'order', 'Ada has this order open, too.'],
  [editing('Ada', 'Bob'), 'order', 'Ada and Bob are editing this order.'],
  [[...editing('Ada'), ...looking('Bob')], 'order', 'Ada is editing this order. Bob has it open, too.'],
  [looking('Ada', 'Bob', 'Eve'), 'product', 'Ada, Bob and Eve have this product open, too.'],
  [looking('Ada', 'Bob', 'Eve', 'Sam'), 'product', 'Ada, Bob and 2 others have this product open, too.'],
  [[...editing('Ada'), ...looking('Bob')], 'inbox', 'Ada is writing an answer. Bob has this entry open, too.'],
  [[...editing('Ada'), ...looking('Bob')], 'import', 'Ada is checking this import. Bob has it open, too.'],
  [looking('Ada'), 'supplier', 'Ada has this supplier open, too.'],
  [editing('Ada'), 'saved-reply', 'Ada is editing this reply.'],
])('people who are at the same thing are named: %j at the %s', (people, kind, words) => {
  expect(wordsOfPeople(people, kind)).toBe(words)
})
