/** What the about page tells (specification 2, section 2). */
export const STATS = [
  { figure: '2009', says: 'opened as a repair bench' },
  { figure: '38', says: 'people, eleven of them technicians' },
  { figure: '120,000', says: 'orders packed and sent' },
  { figure: '24 h', says: 'until you have a reply, at most' },
] as const

export const VALUES = [
  {
    title: 'The printer that fits',
    says: 'We ask what you print before we recommend. If the cheaper model will do, that is the one we name.',
  },
  {
    title: 'Figures, not adjectives',
    says: 'Speed, yield and cost per page stand beside every product, with the method they were measured by.',
  },
  {
    title: 'Repair comes first',
    says: 'A new roller costs less than a new printer. We keep parts for models that others have forgotten.',
  },
  {
    title: 'A person answers',
    says: 'Forms arrive in an inbox that people read. Messages get a reply within 24 hours, support tickets within 4.',
  },
] as const

export const MILESTONES = [
  {
    year: '2009',
    title: 'A bench in Stafford, Texas',
    says: 'Two technicians repair laser printers for the offices next door.',
  },
  {
    year: '2012',
    title: 'Authorized dealer',
    says: 'The first manufacturers let us sell what we repair, with their own warranty.',
  },
  {
    year: '2016',
    title: 'Point of sale',
    says: 'Cafés ask for receipt printers that keep up. Terminals and barcode scanners join the shelves.',
  },
  {
    year: '2020',
    title: 'The whole country',
    says: 'Everybody prints at home. We ship to all 50 states and learn to explain Wi‑Fi on the phone.',
  },
  {
    year: '2023',
    title: 'Technicians on the road',
    says: 'Installation, training and maintenance plans in Texas and Oklahoma.',
  },
  { year: '2025', title: 'A new shop', says: 'Plain facts, models side by side, and an order that says where it is.' },
] as const

export const LEADERS = [
  {
    name: 'Marian Oduya',
    role: 'Founder and Chief Executive',
    initials: 'MO',
    says: 'Repaired the first fuser, and still does on Fridays.',
  },
  {
    name: 'Theo Lindqvist',
    role: 'Head of Service',
    initials: 'TL',
    says: 'Runs the workshop and the vans. Knows every jam by its sound.',
  },
  {
    name: 'Rosa Delgado',
    role: 'Head of Purchasing',
    initials: 'RD',
    says: 'Decides what we sell, and what we do not.',
  },
  {
    name: 'Samir Haddad',
    role: 'Head of Business Solutions',
    initials: 'SH',
    says: 'Equips counters, schools and offices from Tulsa to Corpus Christi.',
  },
] as const

/** The openings, all full-time (specification 2, section 2). */
export const OPENINGS = [
  {
    title: 'Technical Support Specialist',
    location: 'Stafford, Texas',
    type: 'Full-time',
    department: 'Support',
    says: 'You find out by asking what a display, a sound and a stripe mean, and stay until the printer prints.',
  },
  {
    title: 'Sales Representative',
    location: 'Stafford, Texas',
    type: 'Full-time',
    department: 'Sales',
    says: 'You ask what people print, and name one model instead of five.',
  },
  {
    title: 'Installation Technician',
    location: 'Houston, Texas',
    type: 'Full-time',
    department: 'Services',
    says: 'You set up, connect and explain, in offices and behind counters, with a van of your own.',
  },
  {
    title: 'Business Development Manager',
    location: 'Tulsa, Oklahoma',
    type: 'Full-time',
    department: 'Business Solutions',
    says: 'You win schools, clinics and shops for maintenance plans that they keep.',
  },
] as const
