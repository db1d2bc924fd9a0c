/** A question that people ask, and its answer; paragraphs are separate strings. */
export interface Question {
  readonly question: string
  readonly answer: string
}

export interface QuestionCategory {
  /** The anchor: "orders-shipping". */
  readonly id: string
  readonly title: string
  readonly questions: readonly Question[]
}

/**
 * The questions that have every word of the search in question or answer, regardless of case; all of them for a blank
 * search (specification 2, section 2).
 */
export function searchQuestions(questions: readonly Question[], search: string): readonly Question[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return questions.filter(({ question, answer }) => {
    const text = `${question} ${answer}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Questions and answers for search engines (schema.org FAQPage). */
export function faqData(categories: readonly QuestionCategory[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: categories.flatMap(({ questions }) =>
      questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    ),
  }
}
