import { describe, expect, test } from 'vitest'
import { screenAt } from '#contracts/screens'
import { firstReads } from '#contracts/screen-reads'
import { render } from '../../testing/render.ts'
import { aProduct } from '../../testing/a-product.ts'

/** The page as the server renders it: its head, and its text in one line. */
async function page(url: string, data: Record<string, unknown> = {}) {
  const { status, head, html } = await render({ url, origin: 'https://shop.example', data })
  const text = html
    .replaceAll(/<(?:svg|noscript)[\s\S]*?<\/(?:svg|noscript)>/g, ' ')
    .replaceAll(/<!-- -->/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
  return { status, head, html, text }
}

/** What the specification says must stand on each page (specification 2, sections 2, 5, 8 and 9). */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  '/contact': [
    'within 24 hours',
    'Corporate Headquarters',
    'General inquiry',
    'Service and repair',
    'Sales Which model',
    'Support A printer',
    'Business Fleets',
    'Stafford, Texas',
    'Mon-Fri 8AM-6PM CST',
    '1-800-555-0142',
    'Additional Ways to Reach Us',
    'Live Chat',
    'Business Sales',
    'Service Center',
    'Inquiry Type',
    'Company',
    'Send Message',
  ],
  '/support': [
    'Frequently Asked Questions',
    'Submit Support Ticket',
    'Resources & Downloads',
    'Orders & Shipping',
    'Technical Support',
    'Product Information',
    '6AM-10PM PST weekdays',
    'under 2 minutes',
    'under 4 hours',
    'Still Need Help',
    'Tickets are answered within 4 hours',
    'free on orders over $50',
    '3-5 business days',
    '1-2 business days',
    'within 1 hour',
  ],
  '/faq': [
    'Orders & Shipping',
    'Products & Compatibility',
    'Technical Support',
    'Warranty & Returns',
    'Business Solutions',
    '3 questions',
    '3-7 business days',
    'free on orders over $50',
    'standard 1 year, extended 3 years, business 5 years',
    '$149',
    '$99',
    '$29/month',
    'Still Need Help',
    'Live Chat',
    'Call Support',
    'Email Us',
    'Mon-Fri 8AM-6PM CST',
  ],
  '/returns': [
    'December 30, 2024',
    '30 days from delivery',
    '60 days',
    'unopened items',
    'business equipment',
    'over $5,000',
    'four steps',
    '1. Tell us',
    '4. Get your money back',
    'Credit or debit card 3-5 business days',
    'PayPal 1-2 business days',
    'Cheque 7-10 business days',
    'What you can return',
    'Special items',
    'What you cannot return',
    'Defective items',
    'The wrong item',
    'Items under $100',
    'Returns after 30 days',
    '3-5 business days',
    '1-2 business days',
    '7-10 business days',
    'Items over $100',
    'Premium accounts',
    'A change of mind',
    'within 48 hours',
    '5-7 business days',
    'Start Return Process',
    'Check Return Status',
    'Exchanges',
    'Special cases',
  ],
  '/privacy': [
    '23 September 2025',
    'within 45 days',
    '90 if the request is complex',
    'Account data 7 years',
    'Analytics 26 months',
    'Support communications 3 years',
    'under 13',
    'within 10 business days',
  ],
  '/terms': [
    'September 23, 2025',
    'Acceptance',
    'Your account',
    'Orders and payments',
    'Shipping',
    'Warranties and returns',
    'Advertising disclaimers',
    'Limits of liability',
    'Email marketing',
    'Intellectual property',
    'Termination',
    'Business information',
    'Oklahoma',
    'major credit cards and PayPal',
    '3-7 business days',
    'free on orders over $50',
    '13 or older',
    'within 1 hour of placement',
    'typically for 1-2 years',
    'within 10 business days',
    'point-of-sale systems, barcode scanners, ink and toner',
  ],
  '/warranty': [
    'Standard 1 year',
    'Extended 3 years',
    'Business 5 years',
    'typically for 1-2 years',
    'What&#8217;s Covered',
    'Exclusions',
    'Serial Number',
    'Purchase Date',
    'Issue Description',
    'Contact Information',
    '5-7 business days',
    '1-800-555-0142',
  ],
  '/installation': [
    'Installation Services',
    'Our guarantee',
    'Equipment',
    'Service Address',
    'Installation from $149 2-4 hours',
    'Training from $99 1-2 hours',
    'Maintenance from $29 /month',
    'Service Areas',
    'Schedule a service',
    'Service Type',
    'Preferred Date',
    'Our guarantee',
    'What customers say',
  ],
  '/about': [
    'The shop in figures',
    'independent authorized dealer',
    'Our story',
    'What we hold to',
    'Milestones',
    'Leadership',
  ],
  '/data-request': [
    'Access My Data',
    'Delete My Data',
    'Correct My Data',
    'Opt Out of Sale or Sharing',
    'Opt Out of Marketing',
    'Data Portability',
    'Other Privacy Request',
    'Verification Method',
    'within 45 days',
    'Submit Request',
  ],
  '/manuals': [
    '25 Printer Manuals',
    '12 Scanner Manuals',
    '8 POS Manuals',
    'Popular Downloads',
    'PDF 8.4 MB 1,842 downloads',
    'PDF 5.7 MB 512 downloads',
    'Coming soon',
    'Search',
  ],
  '/careers': [
    '4 openings',
    'Stafford, Texas',
    'Houston, Texas',
    'Tulsa, Oklahoma',
    'Business Solutions',
    'Technical Support Specialist',
    'Sales Representative',
    'Installation Technician',
    'Business Development Manager',
    'Full-time',
    'Apply Now',
    'Submit General Application',
  ],
  '/press': ['Coming Soon', 'support@superprinter.example', '1-800-555-0142'],
  '/partners': ['Coming Soon', 'Join the Waiting List'],
  '/affiliate': ['Coming Soon', 'Get Early Access'],
}

describe.each(Object.entries(WORDS))('%s', (url, words) => {
  test('says what it has to, without a script', async () => {
    const { status, text } = await page(url)
    expect(status).toBe(200)
    expect(words.filter((each) => !text.includes(each))).toEqual([])
  })

  test('has one heading, a title, a description of its own and its true address', async () => {
    const { html, head } = await page(url)
    expect(html.split('<h1').length - 1).toBe(1)
    expect(head).toMatch(/<title>[^<]+ - superprinter<\/title>/)
    expect(head).toMatch(/name="description" content="[^"]{60,170}"/)
    expect(head).toContain(`rel="canonical" href="https://shop.example${url}"`)
    expect(head).not.toContain('noindex')
    expect(screenAt(url)).toMatchObject({ id: url.slice(1), screen: { kind: 'public' } })
  })
})

test.each([
  ['/', ['Cookie Preferences', 'Do Not Sell or Share My Personal Information', 'Free shipping on orders over $50']],
  [
    '/cart',
    ["Your cart is empty Looks like you haven't added any items to your cart yet. Continue Shopping", 'Shopping Cart'],
  ],
  ['/wishlist', ['My Wishlist']],
  ['/login', ['Back to Home', 'By signing in, you agree to our Terms of Service', 'Privacy Policy']],
  ['/signup', ['Confirm Password', 'I am 13 years or older', 'I agree to the Terms of Service']],
])('%s says what it has to before anybody is known', async (url, words) => {
  const { text } = await page(url)
  expect(words.filter((each) => !text.includes(each))).toEqual([])
})

test('tracking says what it has to, and an order in its address makes no page of its own', async () => {
  const { text, head } = await page('/track?order=100001')
  const words = [
    'Order number or tracking number',
    'Track Order',
    'Order Support',
    'Shipping Info',
    'Store Locations',
    'Free shipping over $50',
    '3-5 business days',
    'express 1-2 days',
    'Mon-Fri 8AM-6PM CST',
    'within 1 hour of placement',
  ]
  expect(words.filter((each) => !text.includes(each))).toEqual([])
  expect(head).toContain('rel="canonical" href="https://shop.example/track"')
  expect(head).toMatch(/name="description" content="[^"]{60,170}"/)
  expect(head).not.toContain('noindex')
})

test('where the specification has two readings, each page keeps its own', async () => {
  const texts = new Map(
    await Promise.all([...Object.keys(WORDS), '/track'].map(async (url) => [url, (await page(url)).text] as const)),
  )
  const pagesSaying = (words: string) => [...texts].filter(([, text]) => text.includes(words)).map(([url]) => url)
  expect(pagesSaying('6AM-10PM PST')).toEqual(['/support'])
  expect(pagesSaying('Mon-Fri 8AM-6PM CST')).not.toContain('/support')
  expect(pagesSaying('takes 3-5 business days')).toEqual(['/support', '/track'])
  expect(pagesSaying('3-7 business days')).toEqual(['/faq', '/terms'])
})

test('six downloads have a name, a type, a size and a count', async () => {
  const { text } = await page('/manuals')
  expect(text.match(/PDF [\d.]+ MB [\d,]+ downloads Download/g)).toHaveLength(6)
})

test('every page has a description of its own', async () => {
  const heads = await Promise.all(Object.keys(WORDS).map((url) => page(url)))
  const descriptions = heads.map(({ head }) => /name="description" content="([^"]*)"/.exec(head)?.[1])
  expect(new Set(descriptions).size).toBe(descriptions.length)
})

test('the structured data holds the questions and the organization', async () => {
  const { head } = await page('/faq')
  const faq = JSON.parse(/ld\+json">([\s\S]*?)<\/script>/.exec(head)?.[1] ?? '{}') as { mainEntity: unknown[] }
  expect(faq).toMatchObject({ '@type': 'FAQPage' })
  expect(faq.mainEntity).toHaveLength(15)
  for (const url of ['/about', '/contact']) expect((await page(url)).head).toContain('"@type":"Organization"')
})

test('both buttons of the return policy lead to the screen that takes returns and shows them', async () => {
  const { html } = await page('/returns')
  expect(html.split('href="/return"').length - 1).toBeGreaterThanOrEqual(2)
})

test('buttons lead to the contact form with its topic filled in', async () => {
  const { html: careers } = await page('/careers')
  expect(careers).toContain('href="/contact?inquiryType=general&amp;subject=Application%3A+Sales+Representative"')
  const { html: manuals } = await page('/manuals')
  expect(manuals.split('subject=Manual%3A').length - 1).toBe(6)
})

test('the request names seven types and explains six', async () => {
  const { html } = await page('/data-request')
  for (const type of ['access', 'delete', 'correct', 'opt-out-sale', 'opt-out-marketing', 'data-portability', 'other'])
    expect(html).toContain(`<option value="${type}"`)
  expect(html).toContain('<h3 class="text-lg">Data Portability</h3>')
  expect(html).not.toContain('<h3 class="text-lg">Other Privacy Request</h3>')
})

describe('the comparison', () => {
  const data = {
    '/api/products/1': aProduct({ id: 1, specifications: { Speed: '40 ppm', Duplex: 'Yes' } }),
    '/api/products/2': aProduct({
      id: 2,
      name: 'Canon PIXMA G3270',
      brand: 'Canon',
      price: '199.00',
      specifications: { Speed: '11 ppm', Duplex: 'Yes' },
    }),
  }

  test('stands in the HTML of its address, with what differs, and is in no index', async () => {
    expect(firstReads('/compare?ids=1,2')).toEqual(Object.keys(data))
    const { text, head } = await page('/compare?ids=1,2', data)
    for (const words of ['Canon PIXMA G3270', 'Speed Better: 40 ppm 11 ppm', 'Duplex Yes Yes', 'Only differences'])
      expect(text).toContain(words)
    expect(head).toContain('noindex')
  })

  test('says so when there is nothing to compare, or a product is gone', async () => {
    expect((await page('/compare')).text).toContain('Nothing to compare yet')
    expect((await page('/compare?ids=1,9', { ...data, '/api/products/9': null })).text).toContain(
      'One of these products is not in the shop any more',
    )
  })
})

test('express is arranged by phone where the checkout does not offer it, and costs what it costs where it does', async () => {
  const paths = ['/', '/faq', '/support', '/terms', '/track']
  for (const path of paths) {
    expect((await page(path)).text, path).toMatch(/arranged by phone|express by phone/)
    const { html } = await render({ url: path, origin: 'https://shop.example', data: {}, expressShippingCents: 2450 })
    const text = html.replaceAll('<!-- -->', '')
    expect(text, path).toContain('$24.50')
    expect(text, path).not.toMatch(/arranged by phone|express by phone/)
  }
})
