import type { ExpressWords } from '../../lib/express-shipping.ts'
import type { QuestionCategory } from './question.ts'

/** The support center's questions, by category (specification 2, section 2). */
export const supportQuestionsOf = ({ advice }: ExpressWords): readonly QuestionCategory[] => [
  {
    id: 'orders-shipping',
    title: 'Orders & Shipping',
    questions: [
      {
        question: 'What are the shipping options and what do they cost?',
        answer: `Standard shipping takes 3-5 business days to most addresses, up to 7 to remote ones, and is free on orders over $50. Express shipping takes 1-2 business days. ${advice} The checkout shows the exact amount before you order.`,
      },
      {
        question: 'Can I modify or cancel my order after placing it?',
        answer:
          'Orders can be modified or cancelled within 1 hour of placement. Open the order in your account and choose Change Order or Cancel Order, or call us. After that hour we pack it.',
      },
      {
        question: 'Where is my order?',
        answer:
          'Look it up on the Track Order page with the order number from your confirmation, or with the carrier’s tracking number. Right after shipping it can take a few hours until the carrier knows the parcel.',
      },
      {
        question: 'My parcel arrived damaged. What now?',
        answer:
          'Keep the packaging, take a few photos and tell us within 48 hours of delivery. We send a replacement or refund you, and return shipping costs you nothing.',
      },
    ],
  },
  {
    id: 'technical-support',
    title: 'Technical Support',
    questions: [
      {
        question: 'My printer is offline although it is switched on.',
        answer:
          'Print a network page from the printer’s own menu: if it shows no address, the printer lost the Wi-Fi, and the wireless setup brings it back. If it shows one, remove the printer on your computer and add it again, since its address may have changed.',
      },
      {
        question: 'How do I install the driver?',
        answer:
          'Windows and macOS find most printers by themselves: open Settings, Printers, Add. For scanning and for special trays install the manufacturer’s driver. Ask us for the right one when the site lists several.',
      },
      {
        question: 'The prints have stripes or missing colors.',
        answer:
          'Inkjet: run the head cleaning once, wait a quarter of an hour, then print the test pattern. Laser: rock the toner cartridge gently and clean the corona wire if your manual shows one. Stripes that stay point at a worn cartridge or drum.',
      },
      {
        question: 'Paper jams again and again.',
        answer:
          'Nearly always it is the paper or the rollers. Use paper of the weight that the manual names, fan it, and set the guides close. Wipe the pick-up rollers with a cloth that is slightly damp. If it still jams, write to us with the place where the sheet stops.',
      },
    ],
  },
  {
    id: 'product-information',
    title: 'Product Information',
    questions: [
      {
        question: 'Are your products new and original?',
        answer:
          'Yes. We are an independent authorized dealer, not affiliated with manufacturers. Everything we sell is new, in the original box, and its warranty is honoured by the original manufacturer.',
      },
      {
        question: 'How do I find out which printer suits me?',
        answer:
          'Start from how many pages you print in a month and whether they are text or pictures. The filters of the listing do the rest, and up to four models can be compared side by side. Or ask us for one or two suggestions.',
      },
      {
        question: 'How many pages does a cartridge last?',
        answer:
          'The yield on the box is measured with 5 percent of the page covered, about a short letter. Photos and dense pages use several times as much. High-yield cartridges cost less per page.',
      },
      {
        question: 'What does "made to order" mean?',
        answer:
          'We order the product from the manufacturer when you order it from us, so it is always new and never out of stock. It ships a few days later than the rest; the tracking page shows when.',
      },
    ],
  },
]
