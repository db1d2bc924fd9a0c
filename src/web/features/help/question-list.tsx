import { Disclosure } from '../../ui/disclosure.tsx'
import type { Question } from './question.ts'

/** Questions that open to their answers. While searching they stand open, so that the found words are seen. */
export function QuestionList({
  questions,
  isOpen = false,
}: {
  readonly questions: readonly Question[]
  readonly isOpen?: boolean
}) {
  return (
    <div className="border-t-2 border-ink">
      {questions.map(({ question, answer }) => (
        <Disclosure key={`${question}${isOpen ? '-found' : ''}`} title={question} open={isOpen}>
          <p>{answer}</p>
        </Disclosure>
      ))}
    </div>
  )
}
