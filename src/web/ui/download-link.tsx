import type { ReactNode } from 'react'
import { downloadFile, saveFile } from '../lib/download.ts'
import { errorMessage } from '../lib/error-message.ts'
import { onPlainPress } from '../lib/plain-press.ts'
import { useAction } from '../lib/use-action.ts'
import { toast } from './toast.tsx'

interface DownloadLinkProps {
  readonly href: string
  readonly className: string
  /** Stands before the words. */
  readonly icon: ReactNode
  readonly children: ReactNode
}

/**
 * A link to a file that the shop makes. Until the file is there the link says so, because a browser shows nothing before
 * the answer begins; what went wrong is a notice, and a session that has ended brings the gate.
 */
export function DownloadLink({ href, className, icon, children }: DownloadLinkProps) {
  const { run, isBusy } = useAction(
    async () => saveFile(await downloadFile(href)),
    (error) => {
      const description = errorMessage(error, 'The file could not be made.')
      toast({ title: 'Not downloaded', description, variant: 'destructive' })
      return description
    },
  )
  return (
    <a href={href} download aria-disabled={isBusy} onClick={onPlainPress(() => run())} className={className}>
      {icon}
      {isBusy ? 'Preparing...' : children}
    </a>
  )
}
