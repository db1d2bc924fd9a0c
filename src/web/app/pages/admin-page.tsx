import { useAtom } from 'jotai'
import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { SCREENS } from '#contracts/screens'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Head } from '../../lib/head.tsx'
import { lazyPart, NOT_LOADED_ADVICE, type FailedProps } from '../../lib/lazy-part.tsx'
import { FailureNote } from '../../ui/async.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { AdminLayout } from '../layouts/admin-layout.tsx'
import { Dashboard } from './admin/dashboard.tsx'
import { isImportDialogOpen } from './admin/import-dialog-state.ts'
import { TableSkeleton } from '../../ui/table-skeleton.tsx'
import { useRefresh } from './admin/use-refresh.ts'
import '../../styles/admin.css'

const PANEL_PENDING = <TableSkeleton text="Loading..." />

const ProductsPanel = lazyPanel(() => import('./admin/products-panel.tsx').then((module) => module.ProductsPanel))
const OrdersPanel = lazyPanel(() => import('./admin/orders-panel.tsx').then((module) => module.OrdersPanel))
const ImportsPanel = lazyPanel(() => import('./admin/imports-panel.tsx').then((module) => module.ImportsPanel))
const QueuesPanel = lazyPanel(() => import('./admin/queues-panel.tsx').then((module) => module.QueuesPanel))
const InboxPanel = lazyPanel(() => import('./admin/inbox-panel.tsx').then((module) => module.InboxPanel))
const AuditPanel = lazyPanel(() => import('./admin/audit-panel.tsx').then((module) => module.AuditPanel))
const ImportDialog = lazyDialog(() =>
  import('../../features/admin-imports/import-dialog.tsx').then((module) => module.ImportDialog),
)

const TABS: readonly { readonly name: string; readonly label: string; readonly panel: ReactNode }[] = [
  { name: 'products', label: 'Product Management', panel: <ProductsPanel /> },
  { name: 'orders', label: 'Order Management', panel: <OrdersPanel /> },
  { name: 'imports', label: 'Imports', panel: <ImportsPanel /> },
  { name: 'queues', label: 'Queues', panel: <QueuesPanel /> },
  { name: 'inbox', label: 'Inbox', panel: <InboxPanel /> },
  { name: 'audit', label: 'Audit log', panel: <AuditPanel /> },
]

/** A panel whose script comes when its tab is opened. A failure stays inside the panel: the back office goes on. */
function lazyPanel(load: () => Promise<ComponentType>) {
  return lazyPart(load, { pending: PANEL_PENDING, Failed: PanelFailed })
}

function PanelFailed({ isNotLoaded, retry, isRetrying }: FailedProps<object>) {
  if (isRetrying) return PANEL_PENDING
  const message = isNotLoaded
    ? `This panel could not be loaded. ${NOT_LOADED_ADVICE}`
    : 'Something went wrong in this panel. It is our mistake, not yours.'
  return <FailureNote message={message} onRetry={retry} />
}

/** The admin dashboard behind its gate (specification 2, section 2). */
export default function AdminPage() {
  return (
    <>
      <Head title={SCREENS.admin.title} noindex />
      <AdminLayout>
        <AdminArea />
      </AdminLayout>
    </>
  )
}

/** The tab is in the address; each tab begins with its own search and first page. */
function AdminArea() {
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get('tab')
  const current = TABS.some(({ name }) => name === asked) ? asked : 'products'
  const list = useRef<HTMLDivElement>(null)
  // On a phone the tabs are wider than the window: the one that is open is in view.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[id$="-trigger-${current}"]`)
    if (list.current && tab)
      list.current.scrollLeft =
        tab.offsetLeft - list.current.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2
  }, [current])
  return (
    <>
      <Dashboard
        onStatus={(status) => setParameters({ tab: 'orders', status })}
        onProduct={(name) => setParameters({ tab: 'products', search: name.slice(0, 100) })}
      />
      <Tabs
        value={current ?? 'products'}
        onValueChange={(tab) => setParameters({ tab })}
        className="min-w-0 grid-cols-[minmax(0,1fr)]"
      >
        <TabList ref={list} aria-label="Admin sections">
          {TABS.map(({ name, label }) => (
            <Tab key={name} value={name}>
              {label}
            </Tab>
          ))}
        </TabList>
        {TABS.map(({ name, panel }) => (
          <TabPanel key={name} value={name} className="min-h-[60vh]">
            {panel}
          </TabPanel>
        ))}
      </Tabs>
      <AdminImportDialog isShown={parameters.has('import')} />
    </>
  )
}

/** The import dialog; its script comes when it is asked for, or when the address names an import. */
function AdminImportDialog({ isShown }: { readonly isShown: boolean }) {
  const [isAsked, setAsked] = useAtom(isImportDialogOpen)
  const [isNeeded, setNeeded] = useState(false)
  const refresh = useRefresh()
  if ((isAsked || isShown) && !isNeeded) setNeeded(true)
  if (!isNeeded) return null
  return (
    <ImportDialog
      open={isAsked}
      onOpenChange={setAsked}
      onFinished={() => void refresh('/api/admin/products', '/api/admin/summary', '/api/products')}
    />
  )
}
