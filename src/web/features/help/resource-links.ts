import { paths } from '../../lib/paths.ts'

/** What the support center offers to read and load; what is not on this site begins with a message. */
export const RESOURCES = [
  {
    title: 'Video Tutorials',
    description:
      'Unpacking, first print, changing cartridges, cleaning heads: each in under five minutes. Name your model and we send the link.',
    action: 'Ask for a tutorial',
    to: paths.contact({ inquiryType: 'support', subject: 'Video tutorial for my printer' }),
  },
  {
    title: 'Driver Downloads',
    description:
      'Drivers are always newest at the manufacturer. Tell us model and system and you get the right one, not a list of twelve.',
    action: 'Get a driver',
    to: paths.contact({ inquiryType: 'support', subject: 'Driver for my printer' }),
  },
  {
    title: 'User Manuals',
    description: '25 manuals for printers, 12 for scanners and 8 for point-of-sale hardware.',
    action: 'Browse manuals',
    to: paths.manuals(),
  },
  {
    title: 'Warranty Information',
    description: 'What is covered, for how long, and the claim form.',
    action: 'Read about the warranty',
    to: paths.warranty(),
  },
] as const
