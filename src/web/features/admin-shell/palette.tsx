import { Command } from 'cmdk'
import { Package, ReceiptText, Search } from 'lucide-react'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { STAFF_ORDERS_PATH, STAFF_PRODUCTS_PATH } from '#contracts/staff-paths'
import { classNames } from '../../lib/class-names.ts'
import { formatPrice } from '../../lib/format.ts'
import { orderState } from '../../lib/order-state.ts'
import { useMay } from '../../lib/staff-person.ts'
import { useOnline } from '../../lib/use-online.ts'
import { withQuery } from '../../lib/with-query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { matching, termOf, type PaletteEntry } from './palette-entries.ts'
import { useHits } from './use-hits.ts'

/** At most so many orders, and so many products. */
const MAX_HITS = 6

interface PaletteProps {
  readonly onClose: () => void
  /** What was typed before it was there. */
  readonly typedBefore: () => string
  readonly rooms: readonly PaletteEntry[]
  readonly actions: readonly PaletteEntry[]
  readonly onOrder: (id: number) => void
  readonly onProduct: (id: number) => void
}

/** Goes to any room, order or product and does what is done from anywhere, by typing a part of its name. */
export function Palette(props: PaletteProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      focusFirst={field}
      onClose={props.onClose}
      title="Find or do"
      hideTitle
      className="top-[12dvh]! max-h-[76dvh]! translate-y-0! overflow-hidden! p-0! [&>div:first-child]:absolute [&>div:first-child]:top-4 [&>div:first-child]:right-4 [&>div:first-child]:z-10"
    >
      <PaletteContent {...props} field={field} />
    </Dialog>
  )
}

interface PaletteContentProps extends PaletteProps {
  readonly field: RefObject<HTMLInputElement | null>
}

/** What is found for the text: orders and products by the server, rooms and actions by their names. */
function useFound(text: string, rooms: readonly PaletteEntry[], actions: readonly PaletteEntry[]) {
  const isOnline = useOnline()
  const [mayOrders, mayProducts] = [useMay('orders.read'), useMay('products.read')]
  const term = isOnline ? termOf(text) : null
  const query = { search: term, limit: MAX_HITS }
  const orders = useHits(term !== null && mayOrders ? withQuery(STAFF_ORDERS_PATH, query) : null)
  const products = useHits(term !== null && mayProducts ? withQuery(STAFF_PRODUCTS_PATH, query) : null)
  const [foundRooms, foundActions] = [matching(rooms, text), matching(actions, text)]
  const count = foundRooms.length + foundActions.length + orders.rows.length + products.rows.length
  return { text, term, isOnline, orders, products, rooms: foundRooms, actions: foundActions, count }
}

type Found = ReturnType<typeof useFound>

/** The field and what it offers. */
function PaletteContent({ field, typedBefore, onOrder, onProduct, onClose, ...offered }: PaletteContentProps) {
  const [text, setText] = useState(typedBefore)
  const found = useFound(text, offered.rooms, offered.actions)
  const { orders, products, rooms, actions, count } = found

  const choose = (run: () => void) => () => {
    onClose()
    run()
  }
  const entry = (each: PaletteEntry) => (
    <Item
      key={each.label}
      value={each.label}
      icon={<each.icon aria-hidden="true" className="size-4.5 shrink-0" />}
      label={each.label}
      detail={each.hint}
      onSelect={choose(each.run)}
    />
  )

  return (
    <Command shouldFilter={false} loop label="Find or do" className="flex min-h-0 flex-col">
      <div className="relative border-b border-line">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-5 size-5 -translate-y-1/2 text-soft"
        />
        <Command.Input
          ref={field}
          value={text}
          onValueChange={setText}
          maxLength={100}
          placeholder="A room, an order, a product, an action"
          className="h-16 w-full bg-transparent pr-16 pl-13 text-base outline-none placeholder:text-soft"
        />
      </div>
      <Command.List
        label="What was found"
        className={classNames('min-h-0 flex-1 overflow-y-auto overscroll-contain', count > 0 && 'p-2')}
      >
        <Group heading="Orders" isShown={orders.rows.length > 0}>
          {orders.rows.map((order) => (
            <Item
              key={order.id}
              value={`order ${order.id}`}
              icon={<ReceiptText aria-hidden="true" className="size-4.5 shrink-0" />}
              label={`#${order.id} ${order.customerName}`}
              detail={`${order.customerEmail} · ${orderState(order)}`}
              onSelect={choose(() => onOrder(order.id))}
            />
          ))}
        </Group>
        <Group heading="Products" isShown={products.rows.length > 0}>
          {products.rows.map(({ id, name, sku, price, stockQuantity }) => (
            <Item
              key={id}
              value={`product ${id}`}
              icon={<Package aria-hidden="true" className="size-4.5 shrink-0" />}
              label={name}
              detail={[sku, formatPrice(price), `${stockQuantity.toLocaleString('en-US')}\u00a0in\u00a0stock`]
                .filter(Boolean)
                .join(' · ')}
              onSelect={choose(() => onProduct(id))}
            />
          ))}
        </Group>
        <Group heading="Rooms" isShown={rooms.length > 0}>
          {rooms.map(entry)}
        </Group>
        <Group heading="Actions" isShown={actions.length > 0}>
          {actions.map(entry)}
        </Group>
      </Command.List>
      <PaletteFoot found={found} />
    </Command>
  )
}

/** What was found in words, for those who do not see the list, and what can be done where something failed. */
function PaletteFoot({ found }: { readonly found: Found }) {
  const { text, term, isOnline, orders, products, count } = found
  const isLoading = orders.isLoading || products.isLoading
  const hasFailed = orders.hasFailed || products.hasFailed
  const isWhole = orders.rows.length < MAX_HITS && products.rows.length < MAX_HITS
  return (
    <div className={classNames('px-5 py-3 text-sm text-soft', count > 0 && 'border-t border-line')}>
      <p role="status">
        {!isOnline
          ? 'You are offline: rooms and actions are found, orders and products are not.'
          : isLoading
            ? 'Searching...'
            : hasFailed
              ? 'Orders or products could not be searched.'
              : count === 0
                ? `Nothing found for “${text.trim()}”.`
                : term === null
                  ? 'Type a number, a name, an email or an SKU to find orders and products.'
                  : isWhole
                    ? `${count} found`
                    : `The first ${count}. Type more to find others.`}
      </p>
      {hasFailed && isOnline && (
        <Button
          size="small"
          variant="quiet"
          className="mt-2"
          onClick={() => {
            orders.retry()
            products.retry()
          }}
        >
          Try again
        </Button>
      )}
    </div>
  )
}

interface GroupProps {
  readonly heading: string
  readonly isShown: boolean
  readonly children: ReactNode
}

function Group({ heading, isShown, children }: GroupProps) {
  if (!isShown) return null
  return (
    <Command.Group
      heading={heading}
      className="py-1 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-soft"
    >
      {children}
    </Command.Group>
  )
}

interface ItemProps {
  readonly value: string
  readonly icon: ReactNode
  readonly label: string
  readonly detail?: string | undefined
  readonly onSelect: () => void
}

function Item({ value, icon, label, detail, onSelect }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded px-3 py-1.5 text-sm data-[selected=true]:bg-wash data-[selected=true]:shadow-[inset_3px_0_var(--ink)]"
    >
      {icon}
      <span className="min-w-0 flex-1 items-center justify-between gap-3 [overflow-wrap:anywhere] sm:flex">
        <span className="line-clamp-2 font-medium">{label}</span>
        {detail !== undefined && (
          <span className="line-clamp-2 text-xs text-soft sm:max-w-1/2 sm:shrink-0 sm:text-right">{detail}</span>
        )}
      </span>
    </Command.Item>
  )
}
