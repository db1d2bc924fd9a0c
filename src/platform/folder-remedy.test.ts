import { expect, it } from 'vitest'
import { folderRemedy } from './folder-remedy.ts'

it.each([
  ['ENOSPC', 'make room on its disk'],
  ['EROFS', 'mount it for writing'],
  ['EACCES', 'make the user of this process its owner'],
  ['EMFILE', 'raise the limit of open files (ulimit -n)'],
  ['ELOOP', 'too many links'],
])('a folder that cannot be used for %s has a remedy in words', (code, remedy) => {
  expect(folderRemedy(Object.assign(new Error('too many links'), { code }))).toBe(remedy)
})
