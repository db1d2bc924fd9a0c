import { useSetAtom } from 'jotai'
import { FileUp } from 'lucide-react'
import { useStaffKeys } from '../../../lib/staff-keys.ts'
import { useMay } from '../../../lib/staff-person.ts'
import { Button } from '../../../ui/button.tsx'
import { isImportDialogOpen } from './import-dialog-state.ts'

/** Opens the bulk import. */
export function ImportButton({ isMain = false }: { readonly isMain?: boolean }) {
  const ask = useSetAtom(isImportDialogOpen)
  const keyed = useStaffKeys()
  if (!useMay('imports.write')) return null
  return (
    <Button size="small" variant={isMain ? 'solid' : 'quiet'} {...keyed('importList')} onClick={() => ask(true)}>
      <FileUp aria-hidden="true" className="size-4" />
      Import CSV
    </Button>
  )
}
