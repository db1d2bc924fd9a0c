import { Droplets, Frame, Palette, Smartphone } from 'lucide-react'
import { CategoryScreen } from './category/category-screen.tsx'
import { PhotoUseCases } from './category/photo-use-cases.tsx'

const BENEFITS = [
  { icon: Palette, title: 'More inks', description: 'Light cyan, light magenta and grays keep skin and sky smooth.' },
  { icon: Frame, title: 'To the edge', description: 'Borderless from 4 x 6 cards to 13 inch sheets.' },
  { icon: Droplets, title: 'Made to last', description: 'Pigment prints behind glass keep their color for decades.' },
  { icon: Smartphone, title: 'From the phone', description: 'Pick a picture, press print, hold it in a minute.' },
] as const

/** The photo printers' page (specification 1, section 2). */
export default function PhotoPrintersPage() {
  return (
    <CategoryScreen
      category="photo-printers"
      noun="photo printer"
      name="Photo Printers"
      description="Photo printers from pocket to 13 inch: borderless prints, extra inks for smooth skin and sky, 2-year warranty and 30-day returns."
      hero={{
        title: (
          <>
            Pictures you can <em className="marked not-italic">hold.</em>
          </>
        ),
        description:
          'Pocket printers for the party, large sheets for the wall. Colors that stay what they were when you pressed the shutter.',
      }}
      listing={{
        title: 'All photo printers',
        counted: 'Model',
        skeletons: 4,
        errorMessage: 'Failed to fetch photo printers',
      }}
      benefits={{ title: 'Why a photo printer', benefits: BENEFITS }}
      help={{
        title: 'Which paper, which inks?',
        description:
          'Tell us what you photograph and how large you print. We answer within 24 hours with a printer and the paper that suits it.',
      }}
    >
      <PhotoUseCases />
    </CategoryScreen>
  )
}
