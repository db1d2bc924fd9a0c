import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { ExternalLink, FileUp, Keyboard, ListChecks, LogOut, PackageMinus, Plus, UserPlus } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { mayDo, type StaffPermission } from '#contracts/staff-roles'
import type { PaletteEntry } from '../../../features/admin-shell/palette-entries.ts'
import { keyedActions } from '../../../features/admin-shell/keyed-controls.ts'
import { Palette } from '../../../features/admin-shell/palette.tsx'
import { paths } from '../../../lib/paths.ts'
import { keyWords, singleKeys } from '../../../lib/staff-keys.ts'
import { useStaffPerson } from '../../../lib/staff-person.ts'
import { useStored } from '../../../lib/storage.ts'
import { isImportDialogOpen } from './import-dialog-state.ts'
import type { Room } from './rooms.tsx'

interface RoomsPaletteProps {
  readonly onClose: () => void
  /** What was typed before it was there. */
  readonly typedBefore: () => string
  /** Those of the person's role. */
  readonly rooms: readonly Room[]
  readonly onHelp: () => void
  readonly onLogOut: () => void
}

/** The command palette with the rooms, and what the person's role may do. */
export function RoomsPalette({ onClose, typedBefore, rooms, onHelp, onLogOut }: RoomsPaletteProps) {
  const navigate = useNavigate()
  const person = useStaffPerson()
  const askForImport = useSetAtom(isImportDialogOpen)
  const [hasSingleKeys] = useStored(singleKeys)
  /** Of the room as it was when the palette was opened. */
  const [onScreen] = useState(keyedActions)
  const go = (to: string) => () => void navigate(to)
  const may = (needs: StaffPermission) => person === undefined || mayDo(person.role, needs)
  const actions: readonly (PaletteEntry & { readonly needs: StaffPermission })[] = [
    { label: 'Add Product', icon: Plus, needs: 'products.write', run: go(paths.room('products/new')) },
    {
      label: 'Import a price list',
      words: 'csv xlsx supplier upload',
      icon: FileUp,
      needs: 'imports.write',
      run: () => askForImport(true),
    },
    {
      label: 'Pick list',
      words: 'print packing slips',
      hint: 'Select orders in process',
      icon: ListChecks,
      needs: 'orders.read',
      run: go(paths.room('orders', { status: 'processing' })),
    },
    {
      label: 'Products low in stock',
      icon: PackageMinus,
      needs: 'products.read',
      run: go(paths.room('products', { stock: 'low' })),
    },
    {
      label: 'Invite somebody',
      words: 'staff person',
      icon: UserPlus,
      needs: 'staff.write',
      run: go(paths.room('staff')),
    },
    { label: 'Keyboard shortcuts', words: 'keys help', icon: Keyboard, needs: 'self', run: onHelp },
    { label: 'See the shop', words: 'home storefront', icon: ExternalLink, needs: 'self', run: go(paths.home()) },
    { label: 'Logout', words: 'sign out', icon: LogOut, needs: 'self', run: onLogOut },
  ]
  return (
    <Palette
      onClose={onClose}
      typedBefore={typedBefore}
      rooms={rooms.map(({ label, letter, icon, to }) => ({
        label,
        ...(hasSingleKeys && { hint: `G ${letter.toUpperCase()}` }),
        icon,
        run: go(to),
      }))}
      actions={[
        ...onScreen.map(({ keys, what, press }) => ({
          label: what,
          ...(hasSingleKeys && { hint: keyWords(keys) }),
          icon: Keyboard,
          run: press,
        })),
        ...actions.filter(({ needs }) => may(needs)),
      ]}
      onOrder={(id) => void navigate(paths.room(`orders/${id}`))}
      onProduct={(id) => void navigate(may('products.write') ? paths.room(`products/${id}`) : paths.product({ id }))}
    />
  )
}
