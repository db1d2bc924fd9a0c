import { useAtom } from 'jotai'
import { useLayoutEffect, useState } from 'react'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { SCREENS } from '#contracts/screens'
import { mayDo, ROLE_LABELS, STAFF_PERMISSIONS } from '#contracts/staff-roles'
import type { StaffGate as Gate } from '../../features/admin-gate/use-staff-gate.ts'
import { Rail } from '../../features/admin-shell/rail.tsx'
import { ROOM_PANEL_ID, tabId } from '../../features/admin-shell/room-tabs.tsx'
import { waitingByRoom } from '../../features/admin-dashboard/to-do-lines.ts'
import { Head } from '../../lib/head.tsx'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { paths } from '../../lib/paths.ts'
import { useNewRole, useOwnDrafts, useStaffPerson } from '../../lib/staff-person.ts'
import { useToDo } from '../../lib/use-to-do.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { OfflineNotice } from '../layouts/offline-notice.tsx'
import { Commands } from './admin/commands.tsx'
import { isImportDialogOpen } from './admin/import-dialog-state.ts'
import { OVERVIEW, ROOMS, type Room } from './admin/rooms.tsx'
import { StaffGate } from './admin/staff-gate.tsx'
import { useRefresh } from './admin/use-refresh.ts'
import '../../styles/admin.css'

const ImportDialog = lazyDialog(() =>
  import('../../features/admin-imports/import-dialog.tsx').then((module) => module.ImportDialog),
)

/** Where the link of an invitation leads. */
const JOIN = 'join'
const JoinScreen = lazyPart(() => import('./admin/join-screen.tsx').then((module) => module.JoinScreen))

/** The admin dashboard behind its gate (specification 2, section 2): a workplace of rooms, each at its own address. */
export default function AdminPage() {
  const { pathname, search } = useLocation()
  useLayoutEffect(putShopSheetAside, [])
  const [name = ''] = (useParams()['*'] ?? '').split('/')
  const moved = roomOfOldAddress(pathname, search)
  if (moved !== null) return <Navigate to={moved} replace />
  if (name.toLowerCase() === JOIN)
    return (
      <>
        <Head title="Set up your access" noindex />
        <JoinScreen />
      </>
    )
  const room = ROOMS.find((each) => each.name === (name.toLowerCase() || OVERVIEW)) ?? null
  const isOverview = room?.name === OVERVIEW
  return (
    <>
      <Head title={room === null || isOverview ? SCREENS.admin.title : room.label} noindex />
      <StaffGate>{(gate) => <Workplace gate={gate} room={room} />}</StaffGate>
    </>
  )
}

/**
 * The back office's sheet has the shop's rules, too, and stands before the shop's in the document: where a rule for wide
 * screens is in the first alone, the shop's for small ones would overrule it.
 */
function putShopSheetAside(): () => void {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('body > link[rel=stylesheet]')]
  for (const sheet of sheets) sheet.disabled = true
  return () => {
    for (const sheet of sheets) sheet.disabled = false
  }
}

/** Where a room is that was a tab of one page: "/admin?tab=orders&status=shipped" leads to "/admin/orders?status=shipped". */
function roomOfOldAddress(pathname: string, search: string): string | null {
  const { tab, ...query } = Object.fromEntries(new URLSearchParams(search))
  if (tab === undefined || pathname !== paths.admin()) return null
  return ROOMS.some(({ name }) => name === tab && name !== OVERVIEW) ? paths.room(tab, query) : paths.admin()
}

function Workplace({ gate, room }: { readonly gate: Gate; readonly room: Room | null }) {
  const { data: toDo } = useToDo()
  const person = useStaffPerson()
  useNewRole()
  useOwnDrafts(person)
  const isOpen = ({ needs }: Room) => person === undefined || mayDo(person.role, needs)
  const rooms = ROOMS.filter(isOpen)
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[auto_minmax(0,1fr)]">
      <Rail
        rooms={rooms}
        counts={toDo === undefined ? {} : waitingByRoom(toDo)}
        current={room?.name ?? null}
        onLogOut={() => void gate.logOut()}
        onLogOutEverywhere={gate.logOutEverywhere}
        isLoggingOutEverywhere={gate.isLoggingOutEverywhere}
      >
        {(isNarrow) => <Commands rooms={rooms} isNarrow={isNarrow} onLogOut={() => void gate.logOut()} />}
      </Rail>
      <main id="content" tabIndex={-1} className="min-w-0 max-md:pb-[calc(var(--rooms)+1rem)]">
        <OfflineNotice words="What you see may be old, and nothing can be saved until the connection is back." />
        <div className="mx-auto max-w-[100rem] px-4 py-4 sm:px-6 md:py-5">
          {room === null ? (
            <EmptyState
              heading="h1"
              title="No such room"
              description="The address leads to nothing in the back office."
            >
              <ButtonLink to={paths.admin()}>Go to the overview</ButtonLink>
            </EmptyState>
          ) : person !== undefined && !isOpen(room) ? (
            <EmptyState
              heading="h1"
              title="Not for your role"
              description={`The role "${ROLE_LABELS[person.role].name}" may not ${STAFF_PERMISSIONS[room.needs]}. Ask the owner of the shop for another role.`}
            >
              <ButtonLink to={paths.admin()}>Go to the overview</ButtonLink>
            </EmptyState>
          ) : (
            <div
              key={room.name}
              id={ROOM_PANEL_ID}
              role="tabpanel"
              aria-labelledby={tabId(room.name)}
              className="grid grid-cols-[minmax(0,1fr)] content-start gap-4"
            >
              <room.Panel />
            </div>
          )}
        </div>
        <AdminImportDialog />
      </main>
    </div>
  )
}

/** The import dialog; its script comes when it is asked for, or when the address names an import. */
function AdminImportDialog() {
  const isShown = new URLSearchParams(useLocation().search).has('import')
  const [isAsked, setAsked] = useAtom(isImportDialogOpen)
  const [isNeeded, setNeeded] = useState(false)
  const refresh = useRefresh()
  if ((isAsked || isShown) && !isNeeded) setNeeded(true)
  if (!isNeeded) return null
  return (
    <ImportDialog
      open={isAsked}
      onOpen={() => setAsked(true)}
      onClose={() => setAsked(false)}
      onFinished={() => void refresh('/api/admin/products', '/api/admin/summary', '/api/products')}
    />
  )
}
