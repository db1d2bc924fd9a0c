import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The data folder cannot be used. The message is one sentence that names the folder and says what to do. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}

/** How many bytes must fit on the disk before writes are tried again after it was full. */
const roomBytes = 1024 * 1024

/** What is wrong, by the codes of the system's errors, and what to do about it. */
const problems: Readonly<Record<string, (folder: string) => string>> = {
  ENOSPC: (folder) => `The disk of the data folder ${folder} is full: make room on it.`,
  EDQUOT: (folder) => `The user's share of the disk of the data folder ${folder} is used up: make room on it.`,
  EROFS: (folder) => `The data folder ${folder} is on a read-only file system: mount it for writing.`,
  EACCES: (folder) => `The data folder ${folder} may not be read and written by this user: make this user its owner.`,
  EPERM: (folder) => `The data folder ${folder} belongs to another user: make this user its owner.`,
  EMFILE: (folder) => `Too many files are open to open the data folder ${folder}: raise the limit (ulimit -n).`,
  ENFILE: (folder) => `The system has too many files open to open the data folder ${folder}: close some programs.`,
  ENOMEM: (folder) =>
    `The data folder ${folder} cannot be mapped, because this process may not reserve so much address space: lift the limit (ulimit -v unlimited).`,
  EFBIG: (folder) =>
    `The file of the data folder ${folder} may not grow: lift the limit of file sizes (ulimit -f unlimited), or move the folder to a disk that takes larger files.`,
  EIO: (folder) =>
    `The disk of the data folder ${folder} reports errors: check it, or move the folder to another disk.`,
  ENOTDIR: (folder) => `The data folder ${folder} is not a folder: choose another path.`,
  EEXIST: (folder) => `The data folder ${folder} is not a folder: choose another path.`,
  ENOENT: (folder) => `The data folder ${folder} is missing and cannot be made: choose another path.`,
  ENAMETOOLONG: (folder) => `The path of the data folder ${folder} is too long: choose a shorter one.`,
}

/** LMDB gives the numbers of the system's errors. */
const codesByNumber: Readonly<Record<number, string>> = {
  1: 'EPERM',
  5: 'EIO',
  12: 'ENOMEM',
  13: 'EACCES',
  28: 'ENOSPC',
  30: 'EROFS',
}

/** Puts an error of the system or of LMDB into one sentence about the data folder. Returns any other as it is. */
export function explain(error: unknown, folder: string): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  const { code } = error as { code?: string | number }
  if (code === undefined || error instanceof DataFolderError) return error
  const name = typeof code === 'number' ? codesByNumber[code] : code
  // A write that the disk takes only by half is an EIO to LMDB.
  const problem = name === 'EIO' && isFull(folder) ? problems['ENOSPC'] : problems[name ?? '']
  const sentence = problem?.(folder) ?? `The data folder ${folder} cannot be used (${error.message}).`
  return new DataFolderError(sentence, { cause: error })
}

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < roomBytes
  } catch {
    return false
  }
}

/**
 * Makes a folder that only its owner may enter, and those above it that are missing. Node's own `recursive` looks for
 * missing ones forever where the system makes none, as below /proc, and says "no such file" of a read-only disk. Throws
 * what the file system throws.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // With a slash at its end only a folder exists.
    if (existsSync(`${path}/`)) return
    const above = dirname(path)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || existsSync(above)) throw error
    makeFolder(above)
    makeFolder(path)
  }
}

/** Throws what the system says when a file of 1 MB cannot be written into the folder. */
export function tryWriting(folder: string): void {
  const path = join(folder, 'room-on-disk')
  try {
    const file = openSync(path, 'w', 0o600)
    try {
      const zeros = Buffer.alloc(roomBytes)
      for (let at = 0; at < roomBytes;) at += writeSync(file, zeros, at)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } finally {
    rmSync(path, { force: true })
  }
}
