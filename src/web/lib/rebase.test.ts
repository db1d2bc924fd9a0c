import { expect, it } from 'vitest'
import { rebase } from './rebase.ts'

const opened = { city: 'Tulsa', zip: '74103', tags: ['a'] }

it.each([
  ['nobody changed anything', opened, opened, opened, []],
  ['only they changed it', { ...opened, zip: '74104' }, opened, { ...opened, zip: '74104' }, []],
  ['only I changed it', opened, { ...opened, city: 'Austin' }, { ...opened, city: 'Austin' }, []],
  ['both changed it alike', { ...opened, tags: ['b'] }, { ...opened, tags: ['b'] }, { ...opened, tags: ['b'] }, []],
  [
    'both changed it differently',
    { ...opened, zip: '74104', tags: ['b'] },
    { ...opened, zip: '74105' },
    { ...opened, zip: '74105', tags: ['b'] },
    ['zip'],
  ],
])('edits go upon what somebody else saved: %s', (_what, theirs, mine, fields, contested) => {
  expect(rebase(opened, theirs, mine)).toEqual({ fields, contested })
})
