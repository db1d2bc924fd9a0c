import { FileText, Leaf, Timer, Wifi } from 'lucide-react'
import { CategoryScreen } from './category/category-screen.tsx'

const BENEFITS = [
  { icon: Timer, title: '5 sec first page', description: 'The quickest print before you reach the tray.' },
  {
    icon: FileText,
    title: '30+ pages per minute',
    description: 'Most lasers do; up to 55 ppm on the workgroup models.',
  },
  {
    icon: Wifi,
    title: 'Prints from any phone',
    description: 'Most models join the Wi-Fi and take AirPrint or Mopria.',
  },
  { icon: Leaf, title: 'Two sides by itself', description: 'Duplex printing halves the paper on most laser models.' },
] as const

/** The printers' page (specification 1, section 2). */
export default function PrintersPage() {
  return (
    <CategoryScreen
      category="printers"
      noun="printer"
      name="Printers"
      description="Laser and inkjet printers for desk and office, starting at $199: most lasers print 30+ pages per minute, first page in as little as 5 seconds, 2-year warranty, 30-day returns."
      hero={{
        title: (
          <>
            Printers that keep up with <em className="marked not-italic">you.</em>
          </>
        ),
        description:
          'Laser for text, inkjet for color, all-in-one for everything else. Starting at $199, ready to ship.',
      }}
      listing={{
        title: 'All printers',
        counted: 'Product',
        skeletons: 8,
        errorMessage: 'Failed to fetch printers',
      }}
      benefits={{ title: 'Why these printers', benefits: BENEFITS }}
      help={{
        title: 'Not sure which one?',
        description:
          'Say how many pages you print, and whether they are text or pictures. We answer within 24 hours with one or two models, not twenty.',
      }}
    />
  )
}
