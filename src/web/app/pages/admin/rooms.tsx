import {
  CircleUserRound,
  FileInput,
  Inbox,
  Layers,
  ListTodo,
  Package,
  ReceiptText,
  ScrollText,
  Users,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { StaffPermission } from '#contracts/staff-roles'
import type { RoomEntry } from '../../../features/admin-shell/room-tabs.tsx'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { paths } from '../../../lib/paths.ts'
import { PanelFailed } from '../../../ui/panel-failed.tsx'
import { TableSkeleton } from '../../../ui/table-skeleton.tsx'

export interface Room extends RoomEntry {
  /** What a role needs to see the room. */
  readonly needs: StaffPermission
  readonly Panel: ComponentType
}

const PENDING = <TableSkeleton text="Loading..." />

/** The first room; its address is the back office's own. */
export const OVERVIEW = 'overview'

/** A room's script comes when the room is opened. A failure stays inside it: the back office goes on. */
function room(entry: Omit<Room, 'Panel' | 'to'>, load: () => Promise<ComponentType>): Room {
  const to = entry.name === OVERVIEW ? paths.admin() : paths.room(entry.name)
  return { ...entry, to, Panel: lazyPart(load, { pending: PENDING, Failed: PanelFailed }) }
}

/**
 * The rooms of the back office in the order of the rail. A new room is one row here; its panel begins with a RoomHead.
 * What stands in the address below a room ("/admin/orders/100001") is the panel's own.
 */
export const ROOMS: readonly Room[] = [
  room({ name: OVERVIEW, letter: 'h', label: 'Overview', needs: 'stats.read', icon: ListTodo }, () =>
    import('./overview-panel.tsx').then((module) => module.OverviewPanel),
  ),
  room({ name: 'orders', letter: 'o', label: 'Order Management', needs: 'orders.read', icon: ReceiptText }, () =>
    import('./orders-panel.tsx').then((module) => module.OrdersPanel),
  ),
  room({ name: 'products', letter: 'p', label: 'Product Management', needs: 'products.read', icon: Package }, () =>
    import('./products-panel.tsx').then((module) => module.ProductsPanel),
  ),
  room({ name: 'imports', letter: 'i', label: 'Imports', needs: 'imports.read', icon: FileInput }, () =>
    import('./imports-panel.tsx').then((module) => module.ImportsPanel),
  ),
  room({ name: 'inbox', letter: 'm', label: 'Inbox', needs: 'inbox.read', icon: Inbox }, () =>
    import('./inbox-panel.tsx').then((module) => module.InboxPanel),
  ),
  room({ name: 'queues', letter: 'q', label: 'Queues', needs: 'jobs.read', icon: Layers, beginsGroup: true }, () =>
    import('./queues-panel.tsx').then((module) => module.QueuesPanel),
  ),
  room({ name: 'audit', letter: 'l', label: 'Audit log', needs: 'log.read', icon: ScrollText }, () =>
    import('./audit-panel.tsx').then((module) => module.AuditPanel),
  ),
  room({ name: 'staff', letter: 's', label: 'Staff', needs: 'staff.write', icon: Users }, () =>
    import('./staff-panel.tsx').then((module) => module.StaffPanel),
  ),
  room({ name: 'me', letter: 'a', label: 'My access', needs: 'self', icon: CircleUserRound }, () =>
    import('./my-access-panel.tsx').then((module) => module.MyAccessPanel),
  ),
]
