/** What the about page tells (specification 2, section 2). */
export const STATS = [
  { figure: '2009', description: 'opened as a repair bench' },
  { figure: '38', description: 'people, eleven of them technicians' },
  { figure: '120,000', description: 'orders packed and sent' },
  { figure: '24 h', description: 'until you have a reply, at most' },
] as const

export const VALUES = [
  {
    title: 'The printer that fits',
    description: 'We ask what you print before we recommend. If the cheaper model will do, that is the one we name.',
  },
  {
    title: 'Figures, not adjectives',
    description:
      'Product pages list what the manufacturer measured, and up to four models stand side by side, so that you can compare.',
  },
  {
    title: 'Repair comes first',
    description: 'A new roller costs less than a new printer. We keep parts for models that others have forgotten.',
  },
  {
    title: 'A person answers',
    description:
      'Forms arrive in an inbox that people read. Messages get a reply within 24 hours, support tickets within 4.',
  },
] as const

export const MILESTONES = [
  {
    year: '2009',
    title: 'A bench in Stafford, Texas',
    description: 'Two technicians repair laser printers for the offices next door.',
  },
  {
    year: '2012',
    title: 'Authorized dealer',
    description: 'The first manufacturers let us sell what we repair, with their own warranty.',
  },
  {
    year: '2016',
    title: 'Point of sale',
    description: 'Cafés ask for receipt printers that keep up. Terminals and barcode scanners join the shelves.',
  },
  {
    year: '2020',
    title: 'The whole country',
    description: 'Everybody prints at home. We ship to all 50 states and learn to explain Wi‑Fi on the phone.',
  },
  {
    year: '2023',
    title: 'Technicians on the road',
    description: 'Installation, training and maintenance plans in Texas and Oklahoma.',
  },
  {
    year: '2025',
    title: 'A new shop',
    description: 'Plain facts, models side by side, and an order that says where it is.',
  },
] as const

export const LEADERS = [
  {
    name: 'Marian Oduya',
    role: 'Founder and Chief Executive',
    initials: 'MO',
    description: 'Repaired the first fuser, and still does on Fridays.',
  },
  {
    name: 'Theo Lindqvist',
    role: 'Head of Service',
    initials: 'TL',
    description: 'Runs the workshop and the vans. Knows every jam by its sound.',
  },
  {
    name: 'Rosa Delgado',
    role: 'Head of Purchasing',
    initials: 'RD',
    description: 'Decides what we sell, and what we do not.',
  },
  {
    name: 'Samir Haddad',
    role: 'Head of Business Solutions',
    initials: 'SH',
    description: 'Equips counters, schools and offices from Tulsa to Corpus Christi.',
  },
] as const

/** The openings, all full-time (specification 2, section 2). */
export const OPENINGS = [
  {
    title: 'Technical Support Specialist',
    location: 'Stafford, Texas',
    type: 'Full-time',
    department: 'Support',
    description: 'You find out by asking what a display, a sound and a stripe mean, and stay until the printer prints.',
  },
  {
    title: 'Sales Representative',
    location: 'Stafford, Texas',
    type: 'Full-time',
    department: 'Sales',
    description: 'You ask what people print, and name one model instead of five.',
  },
  {
    title: 'Installation Technician',
    location: 'Houston, Texas',
    type: 'Full-time',
    department: 'Services',
    description: 'You set up, connect and explain, in offices and behind counters, with a van of your own.',
  },
  {
    title: 'Business Development Manager',
    location: 'Tulsa, Oklahoma',
    type: 'Full-time',
    department: 'Business Solutions',
    description: 'You win schools, clinics and shops for maintenance plans that they keep.',
  },
] as const
