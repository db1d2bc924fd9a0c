import { expect, it } from 'vitest'
import { fileProblem } from './file-problem.ts'

it.each([
  ['ENOSPC', /The disk of \/srv\/shop\.gz is full: make room, and begin anew/],
  ['EDQUOT', /used up: make room/],
  ['EROFS', /read-only file system: name a file elsewhere/],
  ['EACCES', /may not be used by this user: name another file, or make this user its owner/],
  ['EPERM', /may not be used by this user/],
  ['EIO', /disk .* reports errors: name a file on another one/],
  ['ELOOP', /links lead in a circle/],
])('a file that cannot be written for %s is explained in one sentence', (code, sentence) => {
  const error = Object.assign(new Error(`${code}: words of the system`), { code, path: '/srv/shop.gz.part' })
  expect(fileProblem(error, '/srv/shop.gz')).toMatch(sentence)
  expect(fileProblem(error, '/srv/shop.gz')).not.toMatch(/\.part|words of the system/)
})

it('what is no problem of a file is left to others', () => {
  expect(fileProblem(new TypeError('x is not a function'), '/srv/shop.gz')).toBeNull()
  expect(fileProblem(Object.assign(new Error('taken'), { code: 'EADDRINUSE' }), '/srv/shop.gz')).toBeNull()
})
