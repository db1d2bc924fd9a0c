import { useSetAtom } from 'jotai'
import { FileUp } from 'lucide-react'
import { useMay } from '../../../lib/staff-person.ts'
import { Button } from '../../../ui/button.tsx'
import { isImportDialogOpen } from './import-dialog-state.ts'

/** Opens the bulk import. */
export function ImportButton({ isMain = false }: { readonly isMain?: boolean }) {
  const ask = useSetAtom(isImportDialogOpen)
  if (!useMay('imports.write')) return null
  return (
    <Button size="small" variant={isMain ? 'solid' : 'quiet'} onClick={() => ask(true)}>
      <FileUp aria-hidden="true" className="size-4" />
      Import CSV
    </Button>
  )
}
