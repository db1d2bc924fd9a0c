import { Headset, Store, Truck, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useExpressWords } from '../../../lib/express-shipping.ts'
import { SHOP_CONTACT } from '../../../lib/shop-contact.ts'
import { paths } from '../../../lib/paths.ts'

/** Order Support, Shipping Info, Store Locations (specification 2, sections 2 and 9). */
export function InfoBlocks() {
  const { phone, phoneLink, hours } = SHOP_CONTACT
  const express = useExpressWords()
  return (
    <div className="grid gap-5 md:grid-cols-3">
      <Block
        icon={Headset}
        title="Order Support"
        link={
          <Link
            to={paths.contact({ inquiryType: 'support', subject: 'A question about my order' })}
            className="text-link tap-room inline-block"
          >
            Contact Support
          </Link>
        }
      >
        Questions about an order? Call{' '}
        <a href={phoneLink} className="text-link whitespace-nowrap">
          {phone}
        </a>
        , <span className="inline-block">{hours}.</span> Orders can be modified or cancelled within 1 hour of placement.
      </Block>
      <Block
        icon={Truck}
        title="Shipping Info"
        link={
          <Link to={paths.support()} className="text-link tap-room inline-block">
            Shipping questions
          </Link>
        }
      >
        Free shipping over $50. Standard shipping takes <span className="whitespace-nowrap">3-5 business days</span>,
        express <span className="whitespace-nowrap">1-2 days</span>
        {express.way}.
      </Block>
      <Block
        icon={Store}
        title="Store Locations"
        link={
          <Link to={paths.contact()} className="text-link tap-room inline-block">
            Contact and directions
          </Link>
        }
      >
        Our corporate headquarters are in Stafford, Texas. We ship to every state of the United States.
      </Block>
    </div>
  )
}

function Block({
  icon: Icon,
  title,
  link,
  children,
}: {
  readonly icon: LucideIcon
  readonly title: string
  readonly link: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className="flex flex-col gap-2 sheet p-5 sm:p-6">
      <Icon aria-hidden="true" className="size-7 text-cyan" strokeWidth={1.75} />
      <h2 className="mt-1 text-xl">{title}</h2>
      <p className="flex-1 text-soft">{children}</p>
      <p className="pt-1">{link}</p>
    </section>
  )
}
