const USE_CASES = [
  {
    title: 'Family albums',
    description: '4 x 6 prints in under a minute each, borderless, straight from the phone.',
    format: '4 x 6 in',
  },
  {
    title: 'Gallery and wall',
    description: 'Pigment inks on cotton paper up to 13 inches wide, for prints that are looked at for years.',
    format: '13 x 19 in',
  },
  {
    title: 'Events and parties',
    description: 'A pocket or dye-sublimation printer by the door: dry to the touch when it drops out.',
    format: '2 x 3 in',
  },
  {
    title: 'Small studio',
    description: 'Proofs while the client is there, packs of passport pictures cut to size.',
    format: '8.5 x 11 in',
  },
] as const

/** What people print photographs for, and on which size. */
export function PhotoUseCases() {
  return (
    <section aria-labelledby="photo-use-cases" className="border-t border-line">
      <div className="wrap py-12 sm:py-16">
        <h2 id="photo-use-cases" className="mb-7 text-section">
          What are they for?
        </h2>
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {USE_CASES.map(({ title, description, format }) => (
            <li key={title} className="flex flex-col sheet p-5">
              <h3 className="text-xl">{title}</h3>
              <p className="mt-2 text-soft">{description}</p>
              <p className="figures mt-auto pt-6 text-lg font-semibold">{format}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
