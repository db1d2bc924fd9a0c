import type { ReactNode } from 'react'

/**
 * A text whose words with a hyphen stay on one line, such as the number of a model ("HL-L2350DW"): browsers would
 * break a line behind the hyphen. A word that is wider than its place is still broken.
 */
export function WholeWords({ children }: { readonly children: string }): ReactNode {
  if (!children.includes('-')) return children
  return children.split(/( +)/).map((word, index) =>
    /.-./.test(word) ? (
      <span key={index} className="inline-block [text-decoration:inherit]">
        {word}
      </span>
    ) : (
      word
    ),
  )
}
