import { useSetAtom } from 'jotai'
import { FileUp } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { importAsked } from './import-door.ts'

/** Opens the bulk import. */
export function ImportButton({ isMain = false }: { readonly isMain?: boolean }) {
  const ask = useSetAtom(importAsked)
  return (
    <Button variant={isMain ? 'solid' : 'quiet'} onClick={() => ask(true)}>
      <FileUp aria-hidden="true" className="size-4" />
      Import CSV
    </Button>
  )
}
