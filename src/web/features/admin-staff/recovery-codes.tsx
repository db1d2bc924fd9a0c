import { Copy, Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'

const FILE_NAME = 'superprinter-recovery-codes.txt'

/** Ten codes that are shown this once, with ways to keep them. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const text = `${codes.join('\n')}\n`

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: 'Copied', description: 'The ten codes are in the clipboard.' })
    } catch {
      toast({ title: 'Not copied', description: 'Mark the codes and copy them by hand.', variant: 'destructive' })
    }
  }

  function save(): void {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = url
    link.download = FILE_NAME
    link.click()
    URL.revokeObjectURL(url)
  }

  return (
    <div className="grid gap-4">
      <Note size="small">
        These codes are shown <strong>this once</strong>. Each opens the back office one time when your telephone is
        lost. Keep them where you keep passwords, not on the telephone.
      </Note>
      <ul aria-label="Recovery codes" className="grid gap-x-6 gap-y-1 font-mono text-sm select-all sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="border-b border-line py-1 whitespace-nowrap max-sm:text-xs">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" size="small" onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-4" />
          Copy
        </Button>
        <Button variant="quiet" size="small" onClick={save}>
          <Download aria-hidden="true" className="size-4" />
          Save as a file
        </Button>
      </div>
    </div>
  )
}
