import { DataRefused } from './errors.ts'

/** By the codes of the system's errors: what is wrong with a file, and what its owner can do. */
const PROBLEMS: Readonly<Record<string, (file: string) => string>> = {
  ENOENT: (file) => `${file} cannot be written: its folder is not there: make it, or name another file.`,
  ENOTDIR: (file) => `${file} cannot be used, because a part of its path is a file: name another file.`,
  EISDIR: (file) => `${file} is a folder: name a file in it.`,
  EACCES: (file) => `${file} may not be used by this user: name another file, or make this user its owner.`,
  EPERM: (file) => `${file} may not be used by this user: name another file, or make this user its owner.`,
  EROFS: (file) => `${file} is on a read-only file system: name a file elsewhere.`,
  ENOSPC: (file) => `The disk of ${file} is full: make room, and begin anew.`,
  EDQUOT: (file) => `The user's share of the disk of ${file} is used up: make room, and begin anew.`,
  EFBIG: (file) => `${file} gets larger than its disk takes: name a file on another one.`,
  EIO: (file) => `The disk of ${file} reports errors: name a file on another one.`,
  ENAMETOOLONG: (file) => `${file} cannot be used, because its name is too long: choose a shorter one.`,
  ELOOP: (file) => `${file} cannot be used, because its links lead in a circle: name another file.`,
}

/** What an error of the system says of the file of an export or import, in a sentence; null for any other error. */
export function fileProblem(error: unknown, file: string): string | null {
  const { code } = error as NodeJS.ErrnoException
  return PROBLEMS[code ?? '']?.(file) ?? null
}

/** The error in a sentence, when it is the system's complaint about the file. */
export function explained(error: unknown, file: string): unknown {
  const problem = fileProblem(error, file)
  return problem === null ? error : new DataRefused(problem, { cause: error })
}
