import { expect, it } from 'vitest'
import { folderRemedy } from './folder-remedy.ts'

it.each([
  ['ENOSPC', 'make room on its disk'],
  ['EROFS', 'mount it for writing'],
  ['EACCES', 'make the user of this process its owner'],
  ['EMFILE', 'raise the limit of open files (ulimit -n)'],
  ['ENOENT', 'nothing can be made there; choose another path'],
  ['ENAMETOOLONG', 'its path is too long; choose a shorter one'],
  ['ELOOP', 'its links lead in a circle; choose another path'],
  ['EFOREIGN', 'too many links'],
])('a folder that cannot be used for %s has a remedy in words', (code, remedy) => {
  expect(folderRemedy(Object.assign(new Error('too many links'), { code }))).toBe(remedy)
})
