import type { ExpressWords } from '../../lib/express-shipping.ts'
import type { QuestionCategory } from './question.ts'

/** Five categories, three questions each (specification 2, section 2). */
export const faqOf = ({ advice }: ExpressWords): readonly QuestionCategory[] => [
  {
    id: 'orders-shipping',
    title: 'Orders & Shipping',
    questions: [
      {
        question: 'How long does shipping take?',
        answer: `Standard shipping takes 3-7 business days, express shipping 1-2 business days, counted from the day the parcel leaves us. ${advice} Processing takes 1-2 business days before that. Standard shipping is free on orders over $50.`,
      },
      {
        question: 'How do I track my order?',
        answer:
          'Enter your order number or tracking number on the Track Order page. Signed in, you find your recent orders there and in your account without typing anything. We also write to you when the parcel leaves.',
      },
      {
        question: 'Can I change or cancel my order?',
        answer:
          'Yes, within 1 hour of placement: open the order in your account and choose Change Order or Cancel Order, or call us. After that hour the order is being packed. You can still send it back within 30 days of delivery.',
      },
    ],
  },
  {
    id: 'products-compatibility',
    title: 'Products & Compatibility',
    questions: [
      {
        question: 'Will this printer work with my computer and phone?',
        answer:
          'Most of our printers work with Windows, macOS, Chromebooks, iPhones (AirPrint) and Android phones (Mopria). The Specifications tab of a product names what the manufacturer says of its systems and connections. If yours is not on it, ask us before you buy.',
      },
      {
        question: 'Which ink or toner does my printer take?',
        answer:
          'The page of every printer lists what fits under “Everything it needs”, standard and high yield, with what a page costs. For a printer that we do not sell, search for its model: “ink for OfficeJet 9125”. The number is also printed on the cartridge itself.',
      },
      {
        question: 'Laser or inkjet: which one should I buy?',
        answer:
          'Laser, if you print text and the printer may stand idle for weeks: toner does not dry out. Inkjet, if you print pictures or in color. A tank inkjet costs more at first and the least per page. Compare up to four models side by side to see what differs.',
      },
    ],
  },
  {
    id: 'technical-support',
    title: 'Technical Support',
    questions: [
      {
        question: 'My printer does not join the Wi-Fi. What can I do?',
        answer:
          'Most printers know the 2.4 GHz band only, so look for that network first. Restart router and printer, then run the wireless setup from the printer’s display again. Some guest networks keep devices apart; use the main one. Still nothing? Open a support ticket: a technician replies within 4 hours.',
      },
      {
        question: 'Where do I find drivers and manuals?',
        answer:
          'Choose a manual on our Manuals page, and it is in your inbox within 24 hours. Drivers come from the manufacturer’s own site, where they are always the latest; tell us model and system and we send you the right link.',
      },
      {
        question: 'How do I clear a paper jam?',
        answer:
          'Switch the printer off and unplug it. Open the doors that the display names, and pull the sheet slowly with both hands in the direction it travels. Look for torn pieces before you close everything. Fan fresh paper before you load it, and fill the tray only up to its mark.',
      },
    ],
  },
  {
    id: 'warranty-returns',
    title: 'Warranty & Returns',
    questions: [
      {
        question: 'What is your return policy?',
        answer:
          'You have 30 days from delivery for a full refund, 60 days for items that were never opened, and 60 days for business equipment. Return shipping is free for defective and wrong items, for items over $100 and for premium accounts, but not for a change of mind.',
      },
      {
        question: 'How long is the warranty?',
        answer:
          'The manufacturer’s warranty is typically 1-2 years and is honoured by the original manufacturer. Our plans go further: standard 1 year, extended 3 years, business 5 years. The standard year comes with every device and begins where the manufacturer’s warranty ends, so it makes at least 2 years.',
      },
      {
        question: 'How do I make a warranty claim?',
        answer:
          'Fill in the claim form on the Warranty page with serial number, purchase date and what went wrong. We reply within 24 hours. Repairs take 5-7 business days once the printer has arrived at the workshop.',
      },
    ],
  },
  {
    id: 'business-solutions',
    title: 'Business Solutions',
    questions: [
      {
        question: 'Do you offer discounts for larger orders?',
        answer:
          'Yes. Tell us what you need and you get a written quote. Bulk orders over $5,000 have special terms, for prices as well as for returns.',
      },
      {
        question: 'Can you install the equipment and train our staff?',
        answer:
          'Yes. Installation starts from $149 and takes 2-4 hours, training from $99 and takes 1-2 hours. Maintenance plans start from $29/month. Choose a date on the Installation Services page.',
      },
      {
        question: 'Do you sell complete point-of-sale systems?',
        answer:
          'We do: terminals, receipt printers, cash drawers and barcode scanners that are known to work together. Describe your counter and we put a system together, set it up and show your staff how it works.',
      },
    ],
  },
]
