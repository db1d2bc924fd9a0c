import { ImportHistory } from '../../../features/admin-imports/import-history.tsx'
import { useRefusal } from '../../../lib/staff-person.ts'
import { SupplierList } from '../../../features/admin-imports/supplier-list.tsx'
import { RoomHead } from '../../../ui/room-head.tsx'
import { ImportButton } from './import-button.tsx'

/** Imported price lists, and the way to the next one. */
export function ImportsPanel() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <RoomHead title="Imports" note={useRefusal('imports.write')}>
        <ImportButton isMain />
      </RoomHead>
      <p className="max-w-[70ch] text-sm text-soft">
        Load a supplier’s price list: the columns are found, every change is shown before it is made, and a finished
        import can be undone.
      </p>
      <SupplierList />
      <ImportHistory />
    </div>
  )
}
