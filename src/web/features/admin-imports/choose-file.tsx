import { FileSpreadsheet } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Import } from '#contracts/imports'
import { useStaffKeys } from '../../lib/staff-keys.ts'
import type { SendProgress } from '../../lib/send-form.ts'
import { Button } from '../../ui/button.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { Alert } from '../../ui/note.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { toast } from '../../ui/toast.tsx'
import { sendFile } from './import-calls.ts'
import { CSV_ACCEPT, explainRefusal, formatBytes, refuseFile, type FileRefusal } from './import-file.ts'

/** Stops an upload. @returns what is known of the file then, in a sentence */
export type StopUpload = () => string

interface ChooseFileProps {
  readonly onSent: (started: Import) => void
  /** Tells the dialog how to stop an upload that is under way; null when there is none. */
  readonly onUploading: (stop: StopUpload | null) => void
}

interface Upload extends SendProgress {
  readonly stop: () => void
}

/** Choose or drop a file, then import it at once or look first (specification 2, sections 4, 5 and 8). */
export function ChooseFile({ onSent, onUploading }: ChooseFileProps) {
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [upload, setUpload] = useState<Upload | null>(null)
  const check = useRef<HTMLButtonElement>(null)
  const atOnce = useRef<HTMLButtonElement>(null)
  const pressed = useRef<RefObject<HTMLButtonElement | null>>(null)
  const keyed = useStaffKeys()

  const isSending = upload !== null
  // What was pressed is there again after a failure.
  useEffect(() => {
    if (!isSending) pressed.current?.current?.focus()
  }, [isSending])

  function refuse(refusal: FileRefusal): void {
    toast(refusal.toast)
    setProblem(refusal.sentence)
  }

  function choose(files: readonly File[]): void {
    const [first] = files
    if (first === undefined) return
    const refusal = refuseFile(first)
    setProblem(null)
    setFile(refusal === null ? first : null)
    if (refusal !== null) return refuse(refusal)
    requestAnimationFrame(() => check.current?.focus())
  }

  async function send(isChecked: boolean): Promise<void> {
    if (file === null) return
    const controller = new AbortController()
    let isSent = false
    const stopped = () =>
      isSent && !isChecked
        ? 'The whole file had been sent: look into the history whether it is imported.'
        : 'Nothing was imported.'
    const stop = () => {
      controller.abort()
      return stopped()
    }
    pressed.current = isChecked ? check : atOnce
    setProblem(null)
    setUpload({ sentBytes: 0, totalBytes: file.size, stop })
    onUploading(stop)
    try {
      const started = await sendFile(file, {
        check: isChecked,
        signal: controller.signal,
        onProgress: (progress) => {
          isSent = progress.totalBytes > 0 && progress.sentBytes >= progress.totalBytes
          setUpload({ ...progress, stop })
        },
      })
      onUploading(null)
      onSent(started)
    } catch (error) {
      onUploading(null)
      setUpload(null)
      if (error instanceof DOMException && error.name === 'AbortError')
        setProblem(`The upload was stopped. ${stopped()}`)
      else refuse(explainRefusal(error))
    }
  }

  return (
    <div className="grid gap-5">
      <Alert message={problem} />
      {file === null ? (
        <DropZone
          buttonLabel="Choose CSV file"
          inputLabel="CSV file"
          hint="or drop it here, CSV or Excel (.xlsx), as your supplier sends it. Up to 50 MB and 100,000 rows."
          accept={CSV_ACCEPT}
          onFiles={choose}
          className="py-12"
        >
          <FileSpreadsheet aria-hidden="true" className="size-9 text-cyan" strokeWidth={1.5} />
        </DropZone>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sheet px-4 py-3">
          <FileSpreadsheet aria-hidden="true" className="size-7 shrink-0 text-cyan" strokeWidth={1.5} />
          <p className="min-w-0 flex-1 basis-32">
            <span className="block font-semibold [overflow-wrap:anywhere]">{file.name}</span>
            <span className="text-sm text-soft">{formatBytes(file.size)}</span>
          </p>
          {upload === null && (
            <Button variant="ghost" size="small" className="-mx-4" onClick={() => setFile(null)}>
              Change file
            </Button>
          )}
        </div>
      )}
      {file !== null && upload === null && (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 max-sm:[&>button]:grow">
          <Button ref={check} {...keyed('confirm')} onClick={() => void send(true)}>
            Check first
          </Button>
          <Button ref={atOnce} variant="ghost" onClick={() => void send(false)}>
            Import now
          </Button>
          <p className="w-full text-sm text-soft">
            Checking matches the columns and shows every change before anything is written. Importing now adds every row
            as a new product, by the names of the columns.
          </p>
        </div>
      )}
      {upload !== null && <Sending upload={upload} />}
    </div>
  )
}

function Sending({ upload: { sentBytes, totalBytes, stop } }: { readonly upload: Upload }) {
  const isSent = totalBytes > 0 && sentBytes >= totalBytes
  const place = useRef<HTMLDivElement>(null)
  // What was pressed is gone. Not the button that stops it, which a second press of Enter would press.
  useEffect(() => place.current?.focus(), [])
  const text = isSent ? 'Looking through the file...' : `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`
  return (
    <div ref={place} tabIndex={-1} role="group" aria-label="Upload" className="grid gap-3">
      <p role="status" className="font-semibold">
        {isSent ? 'Looking through the file' : 'Sending the file'}
      </p>
      <ProgressBar label="Upload" share={isSent ? null : sentBytes / Math.max(1, totalBytes)} text={text} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-soft">{text}</p>
        <Button variant="quiet" size="small" onClick={stop}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
