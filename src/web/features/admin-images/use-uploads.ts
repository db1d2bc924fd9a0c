import { useEffect, useRef, useState } from 'react'
import type { UploadAnswer } from '#contracts/admin'
import type { z } from 'zod'
import { errorMessage } from '../../lib/error-message.ts'
import { sendForm } from '../../lib/send-form.ts'
import { toast } from '../../ui/toast.tsx'
import { fileKey, hasPicture, NO_IMAGES, sortFiles, takenPlaces, uploadToast, type How } from './image-files.ts'

const UPLOADS_PATH = '/api/admin/uploads'

/** A file on its way, or one that did not get through. */
export interface Upload {
  readonly key: number
  readonly name: string
  /** From 0 to 1. */
  readonly share: number
  /** Why it failed, in a sentence. */
  readonly problem: string | null
}

const STOPPED = {
  title: 'Upload stopped',
  description: 'Pictures that were still on their way are not in the product.',
  variant: 'destructive',
} as const

let lastKey = 0

/**
 * Uploads each picture in its own request, so that one bad file does not affect the others, and reports their progress.
 * @param onUploaded called with the address of each picture when it is there
 */
export function useUploads({
  shown,
  onUploaded,
}: {
  readonly shown: readonly string[]
  readonly onUploaded: (url: string) => void
}) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  /** By the file's mark: the address it got; null while it is on its way. */
  const known = useRef(new Map<string, string | null>())
  const gone = useRef<AbortController | null>(null)
  const latest = useRef(onUploaded)
  useEffect(() => {
    latest.current = onUploaded
  })
  useEffect(() => {
    const controller = new AbortController()
    gone.current = controller
    const { current: sent } = known
    return () => {
      controller.abort()
      // The product was saved, or its edits were left, while they were on their way.
      if ([...sent.values()].includes(null)) toast(STOPPED)
    }
  }, [])

  const change = (key: number, changes: Partial<Upload>) =>
    setUploads((now) => now.map((each) => (each.key === key ? { ...each, ...changes } : each)))
  const drop = (key: number) => setUploads((now) => now.filter((each) => each.key !== key))

  async function sendOne(file: File, key: number): Promise<boolean> {
    const form = new FormData()
    form.append('images', file)
    try {
      const answer = await sendForm<z.infer<typeof UploadAnswer>>(UPLOADS_PATH, form, {
        onProgress: ({ sentBytes, totalBytes }) => change(key, { share: sentBytes / Math.max(1, totalBytes) }),
        ...(gone.current !== null && { signal: gone.current.signal }),
      })
      const url = answer[0]?.url
      if (url === undefined) throw new Error('The answer names no image.')
      known.current.set(fileKey(file), url)
      drop(key)
      latest.current(url)
      return true
    } catch (error) {
      known.current.delete(fileKey(file))
      change(key, { problem: errorMessage(error, 'The image could not be sent.') })
      return false
    }
  }

  async function send(files: readonly File[], how: How): Promise<void> {
    if (how === 'dropped' && !hasPicture(files)) return void toast(NO_IMAGES)
    const { marks, room } = takenPlaces(known.current, shown)
    const { accepted, refused } = sortFiles(files, how, marks, room)
    const queue = accepted.map((file) => ({ file, key: (lastKey += 1) }))
    for (const { file } of queue) known.current.set(fileKey(file), null)
    setUploads((now) => [
      ...now,
      ...queue.map(({ file, key }) => ({ key, name: file.name, share: 0, problem: null })),
      ...refused.map(({ file, sentence }) => ({ key: (lastKey += 1), name: file.name, share: 0, problem: sentence })),
    ])
    let uploaded = 0
    // One after another, so that the pictures stand in the order in which they were chosen.
    for (const { file, key } of queue) if (await sendOne(file, key)) uploaded += 1
    if (gone.current?.signal.aborted === true || accepted.length + refused.length === 0) return
    toast(uploadToast(how, uploaded, accepted.length - uploaded + refused.length))
  }

  return { uploads, send, dismiss: drop }
}
