import { paths } from '../../lib/paths.ts'
import { SHOP_CONTACT } from '../../lib/shop-contact.ts'

/** Who the shop is (schema.org Organization). */
export function organizationData(): object {
  const { phone, email, street, city, stateCode, zipCode } = SHOP_CONTACT
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: 'Superprinter',
    url: paths.home(),
    description: 'An independent authorized dealer of printers, photo printers, scanners and point-of-sale hardware.',
    email,
    telephone: phone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: city,
      addressRegion: stateCode,
      postalCode: zipCode,
      addressCountry: 'US',
    },
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      telephone: phone,
      email,
      availableLanguage: 'English',
    },
  }
}
