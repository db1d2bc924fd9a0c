/** What people of the shop are. The gate's password is the owner's. */
export const STAFF_ROLES = ['owner', 'orders', 'catalog', 'support', 'read-only'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** Each call of the back office needs one of these (`config.access`), with what it allows in words for people. */
export const STAFF_PERMISSIONS = {
  self: 'see and change their own access',
  'stats.read': 'see the figures',
  'orders.read': 'see orders',
  'orders.write': 'change orders',
  'orders.refund': 'refund orders',
  'orders.note': 'write notes on orders',
  'orders.export': 'download orders',
  'customers.write': 'sign customers out',
  'products.read': 'see products',
  'products.write': 'change products',
  'imports.read': 'see price lists',
  'imports.write': 'import price lists',
  'inbox.read': 'see the inbox',
  'inbox.write': 'answer messages and requests',
  'jobs.read': 'see background jobs',
  'jobs.write': 'run background jobs again',
  'log.read': 'see the log',
  'staff.write': 'invite people and take their access away',
} as const
export type StaffPermission = keyof typeof STAFF_PERMISSIONS

const READS_ALL: readonly StaffPermission[] = [
  'self',
  'stats.read',
  'orders.read',
  'products.read',
  'imports.read',
  'inbox.read',
  'jobs.read',
  'log.read',
]

/** The one table of who may do what (docs/security.md, "Who may do what"). */
export const PERMISSIONS_OF: Readonly<Record<StaffRole, ReadonlySet<StaffPermission>>> = {
  owner: new Set(Object.keys(STAFF_PERMISSIONS) as StaffPermission[]),
  orders: new Set([
    'self',
    'stats.read',
    'orders.read',
    'orders.write',
    'orders.refund',
    'orders.note',
    'orders.export',
    'products.read',
    'inbox.read',
  ]),
  catalog: new Set(['self', 'stats.read', 'products.read', 'products.write', 'imports.read', 'imports.write']),
  support: new Set([
    'self',
    'stats.read',
    'orders.read',
    'orders.note',
    'products.read',
    'customers.write',
    'inbox.read',
    'inbox.write',
  ]),
  'read-only': new Set(READS_ALL),
}

/** Whether people with this role may do what asks for this permission. */
export function mayDo(role: StaffRole, permission: StaffPermission): boolean {
  return PERMISSIONS_OF[role].has(permission)
}

/** What each role is called on the screens, and what it is for. */
export const ROLE_LABELS: Readonly<Record<StaffRole, { readonly name: string; readonly description: string }>> = {
  owner: { name: 'Owner', description: 'Does everything, and decides who has access.' },
  orders: { name: 'Orders', description: 'Moves, releases and refunds orders, and sees products and the inbox.' },
  catalog: { name: 'Catalog', description: 'Changes products and imports price lists. Sees no customers.' },
  support: { name: 'Support', description: 'Answers the inbox, sees orders, and signs customers out.' },
  'read-only': { name: 'Read-only', description: 'Sees everything but who has access, and changes nothing.' },
}
