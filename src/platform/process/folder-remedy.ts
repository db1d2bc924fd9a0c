const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'make room on its disk',
  EDQUOT: "make room in the user's share of its disk",
  EROFS: 'mount it for writing',
  EACCES: 'make the user of this process its owner',
  EPERM: 'make the user of this process its owner',
  EMFILE: 'raise the limit of open files (ulimit -n)',
  ENFILE: 'close programs that have many files open',
  EIO: 'check its disk, or move the folder to another one',
  EEXIST: 'it is a file or a link to nothing; choose a folder',
  ENOTDIR: 'a part of its path is a file; choose another path',
  ENOENT: 'nothing can be made there; choose another path',
  ENAMETOOLONG: 'its path is too long; choose a shorter one',
  ELOOP: 'its links lead in a circle; choose another path',
}

/** What the owner can do about a folder that cannot be used, from the system's error; its message when that is unknown. */
export function folderRemedy(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return REMEDIES[code ?? ''] ?? message
}
