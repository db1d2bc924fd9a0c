/** How to reach the shop (specification 2, sections 2 and 9). */
export const SHOP_CONTACT = {
  phone: '1-800-555-0142',
  phoneLink: 'tel:+18005550142',
  email: 'support@superprinter.example',
  emailLink: 'mailto:support@superprinter.example',
  /** Everywhere but on the support page. */
  hours: 'Mon-Fri 8AM-6PM CST',
  /** The support line, on the support page. */
  supportHours: '6AM-10PM PST weekdays',
  street: '1420 Quire Lane',
  city: 'Stafford',
  state: 'Texas',
  stateCode: 'TX',
  zipCode: '77477',
} as const
