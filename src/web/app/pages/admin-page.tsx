import { Suspense, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Head } from '../../lib/head.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { AdminLayout } from '../layouts/admin-layout.tsx'
import { Dashboard } from './admin/dashboard.tsx'
import { TableOnTheWay } from './admin/table-on-the-way.tsx'

const { Page: ProductsPanel } = lazyPage(() => import('./admin/products-panel.tsx').then((module) => module.ProductsPanel))
const { Page: OrdersPanel } = lazyPage(() => import('./admin/orders-panel.tsx').then((module) => module.OrdersPanel))
const { Page: QueuesPanel } = lazyPage(() => import('./admin/queues-panel.tsx').then((module) => module.QueuesPanel))
const { Page: InboxPanel } = lazyPage(() => import('./admin/inbox-panel.tsx').then((module) => module.InboxPanel))
const { Page: AuditPanel } = lazyPage(() => import('./admin/audit-panel.tsx').then((module) => module.AuditPanel))

const TABS: readonly { readonly name: string; readonly label: string; readonly panel: ReactNode }[] = [
  { name: 'products', label: 'Product Management', panel: <ProductsPanel /> },
  { name: 'orders', label: 'Order Management', panel: <OrdersPanel /> },
  { name: 'queues', label: 'Queues', panel: <QueuesPanel /> },
  { name: 'inbox', label: 'Inbox', panel: <InboxPanel /> },
  { name: 'audit', label: 'Audit log', panel: <AuditPanel /> },
]

/** The admin dashboard behind its gate (specification 2, section 2). */
export function AdminPage() {
  return (
    <>
      <Head title="Admin Dashboard" noindex />
      <AdminLayout>
        <Behind />
      </AdminLayout>
    </>
  )
}

/** The tab is in the address; each tab begins with its own search and first page. */
function Behind() {
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get('tab')
  const current = TABS.some(({ name }) => name === asked) ? asked : 'products'
  return (
    <>
      <Dashboard
        onStatus={(status) => setParameters({ tab: 'orders', status })}
        onProduct={(name) => setParameters({ tab: 'products', search: name.slice(0, 100) })}
      />
      <Tabs value={current ?? 'products'} onValueChange={(tab) => setParameters({ tab })} className="min-w-0 grid-cols-[minmax(0,1fr)]">
        <TabList aria-label="Admin sections">
          {TABS.map(({ name, label }) => <Tab key={name} value={name}>{label}</Tab>)}
        </TabList>
        {TABS.map(({ name, panel }) => (
          <TabPanel key={name} value={name} className="min-h-[60vh]">
            <Suspense fallback={<TableOnTheWay text="Loading..." />}>{panel}</Suspense>
          </TabPanel>
        ))}
      </Tabs>
    </>
  )
}
