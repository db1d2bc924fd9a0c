/** What people ask about the warranty (specification 2, sections 2 and 9). */
export const WARRANTY_QUESTIONS = [
  {
    question: 'Who honors the warranty?',
    answer:
      'The original manufacturer, whose warranty is typically 1-2 years. We are an independent authorized dealer: you claim with us, we deal with the manufacturer, and our own plans take over where its warranty ends.',
  },
  {
    question: 'How long does a repair take?',
    answer:
      'Repairs take 5-7 business days from the day the device reaches the workshop. On the business plan a loan device bridges the time.',
  },
  {
    question: 'What do I need for a claim?',
    answer:
      'Serial number, purchase date and a few sentences about the issue. An order number saves us looking for it; a photo of the display or of a bad print often saves the trip to the workshop.',
  },
  {
    question: 'Can I buy a plan later?',
    answer:
      'Yes, as long as the manufacturer’s warranty still runs. Write to us with the serial number, and the plan starts the day that warranty ends.',
  },
] as const

/** Three plans (specification 2, section 9). */
export const WARRANTY_PLANS = [
  {
    name: 'Standard',
    years: 1,
    unit: 'year',
    description: 'With every device that we sell.',
    includes: [
      'Parts and labor for defects',
      'Manufacturer’s workshops',
      'Return shipping paid by us',
      'Support by email and phone',
    ],
  },
  {
    name: 'Extended',
    years: 3,
    unit: 'years',
    description: 'For the printer at home that has to last.',
    includes: [
      'Everything in Standard',
      'Print heads and fusers',
      'Replacement if a repair fails twice',
      'One cleaning service',
    ],
  },
  {
    name: 'Business',
    years: 5,
    unit: 'years',
    description: 'For counters and offices that cannot wait.',
    includes: [
      'Everything in Extended',
      'Technician on site',
      'Loan device during a repair',
      'Rollers and maintenance kits',
    ],
  },
] as const
