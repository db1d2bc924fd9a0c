import { expect, test } from 'vitest'
import { formDraft } from '../../lib/drafts.ts'
import { createSafeStorage } from '../../lib/storage.ts'
import { profileFields, withoutFilled } from './profile-fields.ts'

const ada = { firstName: 'Ada', lastName: 'Marlow', email: 'ada@example.com' }

test('a profile fills in who writes and where an answer goes, and nothing else', () => {
  const contact = { name: '', email: '', phone: '', company: '', subject: '', message: '' }
  expect([...profileFields(contact, ada)]).toEqual([
    ['name', 'Ada Marlow'],
    ['email', 'ada@example.com'],
  ])
  expect([...profileFields({ serialNumber: '', contactInfo: '' }, ada)]).toEqual([['contactInfo', 'ada@example.com']])
  expect([...profileFields({ firstName: '', lastName: '', email: '' }, ada).values()]).toEqual(Object.values(ada))
})

test('a profile without a name fills in none', () => {
  expect([...profileFields({ name: '', email: '' }, { ...ada, firstName: '', lastName: '' }).keys()]).toEqual(['email'])
})

test('a draft has what was typed, and nothing of what was filled in', () => {
  const blank = { name: '', email: '', message: '' }
  const filled = profileFields(blank, ada)
  const draft = withoutFilled(
    formDraft(
      'contact',
      blank,
      createSafeStorage(() => undefined),
    ),
    filled,
  )
  draft.save({ name: 'Ada Marlow', email: 'ada@example.com', message: '' })
  expect(draft.read(), 'nothing was typed').toBeNull()
  draft.save({ name: 'Ada Marlow', email: 'other@example.com', message: 'Which paper fits?' })
  expect(draft.read()).toEqual({ name: '', email: 'other@example.com', message: 'Which paper fits?' })
})
