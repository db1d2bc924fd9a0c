/** How to reach the shop about an order (specification 2, section 9). */
export const SUPPORT_CONTACT = {
  phone: '1-800-555-0142',
  phoneLink: 'tel:+18005550142',
  email: 'support@superprinter.example',
  emailLink: 'mailto:support@superprinter.example',
  hours: 'Mon-Fri 8AM-6PM CST',
} as const
