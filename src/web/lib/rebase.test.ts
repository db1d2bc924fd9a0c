import { expect, it } from 'vitest'
import { rebase } from './rebase.ts'

const opened = { city: 'Tulsa', zip: '74103', tags: ['a'] }

it.each([
  ['nobody changed anything', opened, opened, opened, [], true],
  ['only they changed it', { ...opened, zip: '74104' }, opened, { ...opened, zip: '74104' }, [], true],
  ['only I changed it', opened, { ...opened, city: 'Austin' }, { ...opened, city: 'Austin' }, [], false],
  [
    'both changed it alike',
    { ...opened, tags: ['b'] },
    { ...opened, tags: ['b'] },
    { ...opened, tags: ['b'] },
    [],
    true,
  ],
  [
    'both changed it differently',
    { ...opened, zip: '74104', tags: ['b'] },
    { ...opened, zip: '74105' },
    { ...opened, zip: '74105', tags: ['b'] },
    ['zip'],
    false,
  ],
])('edits go upon what somebody else saved: %s', (_what, theirs, mine, fields, contested, isSaved) => {
  expect(rebase(opened, theirs, mine)).toEqual({ fields, contested, isSaved })
})
